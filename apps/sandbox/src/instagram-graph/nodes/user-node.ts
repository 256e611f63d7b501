import type { Person } from '../../world/people.ts';
import { invalidToken } from '../graph-error.ts';
import type { JsonObject } from '../json.ts';
import { accountKindFor } from './account-node.ts';
import { listPage } from './list-page.ts';
import type { EdgeCall, NodeKind, Scope } from './node-kind.ts';
import { project } from './node-kind.ts';
import { assignedPages, listedPages, pageList, portfolioPages } from './page-node.ts';

const accountsDefaults = ['access_token', 'category', 'name', 'id', 'tasks'];

export function accountsEdge(_person: Person, scope: Scope, call: EdgeCall): JsonObject {
  const isEmpty = scope.strike('empty-data') !== undefined || !scope.caller.scopes.includes('pages_show_list');
  const pages = isEmpty ? [] : listedPages(scope.caller, scope.world);
  return pageList(pages, 'me/accounts', scope, call, accountsDefaults);
}

export function assignedPagesEdge(_person: Person, scope: Scope, call: EdgeCall): JsonObject {
  return pageList(assignedPages(scope.caller, scope.world), 'me/assigned_pages', scope, call, ['name', 'id']);
}

export function permissionsEdge(_person: Person, { caller }: Scope): JsonObject {
  return { data: ['public_profile', ...caller.scopes].map((permission) => ({ permission, status: 'granted' })) };
}

export const userKind: NodeKind<Person> = {
  typeName: 'User',
  defaults: ['id', 'name'],
  toId: ({ metaUserId }) => metaUserId,
  fields: {
    id: ({ metaUserId }) => metaUserId,
    name: ({ name }) => name,
    first_name: ({ name }) => name.split(' ').at(-2),
    last_name: ({ name }) => name.split(' ').at(-1),
    email: ({ email }) => email,
    picture: ({ key }, { links, now }) => ({
      data: { height: 50, width: 50, is_silhouette: false, url: links.sign(`/portraits/${key}.jpg`, now) },
    }),
    // Only a business integration system user has one; user tokens get an error.
    client_business_id: () => {
      throw invalidToken(undefined, 'Invalid OAuth 2.0 Access Token');
    },
  },
  edges: {
    accounts: accountsEdge,
    assigned_pages: assignedPagesEdge,
    permissions: permissionsEdge,
    businesses: (person, scope, call) => {
      const businesses =
        hasPortfolio(scope) && scope.caller.scopes.includes('business_management') ? [findBusiness(person)] : [];
      return listPage(
        {
          items: businesses,
          toId: ({ id }) => id,
          shape: (business) => project(businessKind, business, call.fields, scope),
          path: 'me/businesses',
          defaultLimit: 25,
        },
        call,
        scope,
      );
    },
  },
};

export interface Business {
  id: string;
  name: string;
}

export function findBusiness({ metaUserId, name }: Person): Business {
  return { id: `9${metaUserId.slice(3)}`, name: `${name.split(' ').at(-1)} portfolio` };
}

export const businessKind: NodeKind<Business> = {
  typeName: 'Business',
  defaults: ['id', 'name'],
  toId: ({ id }) => id,
  fields: { id: ({ id }) => id, name: ({ name }) => name, verification_status: () => 'verified' },
  edges: {
    owned_pages: ({ id }, scope, call) =>
      pageList(pagesOfPortfolio(scope).owned, `${id}/owned_pages`, scope, call, ['name', 'id']),
    client_pages: ({ id }, scope, call) =>
      pageList(pagesOfPortfolio(scope).client, `${id}/client_pages`, scope, call, ['name', 'id']),
    owned_instagram_accounts: ownedAccounts,
    instagram_business_accounts: ownedAccounts,
  },
};

function pagesOfPortfolio({ caller, world }: Scope) {
  return portfolioPages(caller, world);
}

function hasPortfolio(scope: Scope): boolean {
  const { owned, client } = pagesOfPortfolio(scope);
  return owned.length + client.length > 0;
}

function ownedAccounts(_business: Business, scope: Scope, call: EdgeCall): JsonObject {
  return {
    data: pagesOfPortfolio(scope).owned.flatMap(({ account }) =>
      account ? [project(accountKindFor(account, scope), account, call.fields, scope)] : [],
    ),
  };
}
