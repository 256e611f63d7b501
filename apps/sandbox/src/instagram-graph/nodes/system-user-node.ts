import type { Person } from '../../world/people.ts';
import type { Caller } from '../access-tokens.ts';
import { isSystemUser } from '../access-tokens.ts';
import { accountsEdge, assignedPagesEdge, findBusiness, permissionsEdge } from './user-node.ts';
import type { NodeKind } from './node-kind.ts';

/**
 * Returns the id of the token's owner: the person, or the system user that the integration created in their portfolio.
 */
export function metaUserId({ person, variant }: Caller): string {
  return isSystemUser(variant) ? systemUserId(person) : person.metaUserId;
}

function systemUserId(person: Person): string {
  return `615${person.metaUserId.slice(3)}`;
}

export const systemUserKind: NodeKind<Person> = {
  typeName: 'SystemUser',
  defaults: ['id', 'name'],
  toId: systemUserId,
  fields: {
    id: systemUserId,
    name: () => 'Tidemark System User',
    client_business_id: (person) => findBusiness(person).id,
  },
  edges: {
    // Also lists pages from earlier grants that were not chosen this time.
    accounts: accountsEdge,
    assigned_pages: assignedPagesEdge,
    permissions: permissionsEdge,
  },
};
