import type { Person } from '../../world/people.ts';
import { invalidToken } from '../graph-failure.ts';
import type { JsonObject } from '../json.ts';
import { accountKind } from './account-node.ts';
import { listPage } from './list-page.ts';
import type { EdgeCall, NodeKind, Scope } from './node-kind.ts';
import { project } from './node-kind.ts';
import type { Page } from './page-node.ts';
import { pageList, pagesOf } from './page-node.ts';

const accountsDefaults = ['access_token', 'category', 'name', 'id', 'tasks'];

export const userKind: NodeKind<Person> = {
  typeName: 'User',
  defaults: ['id', 'name'],
  idOf: ({ metaUserId }) => metaUserId,
  fields: {
    id: ({ metaUserId }) => metaUserId,
    name: ({ name }) => name,
    first_name: ({ name }) => name.split(' ').at(-2),
    last_name: ({ name }) => name.split(' ').at(-1),
    email: ({ email }) => email,
    picture: ({ key }, { links, now }) => ({
      data: { height: 50, width: 50, is_silhouette: false, url: links.sign(`/portraits/${key}.jpg`, now) },
    }),
    // Only a business-integration system user has one; a user's token is told that it is no good.
    client_business_id: () => {
      throw invalidToken(undefined, 'Invalid OAuth 2.0 Access Token');
    },
  },
  edges: {
    accounts: (_person, scope, call) => {
      const pages =
        scope.strike('empty-data') || !scope.caller.scopes.includes('pages_show_list')
          ? []
          : pagesOf(scope.caller, scope.world);
      return pageList(pages, 'me/accounts', scope, call, accountsDefaults);
    },
    permissions: (_person, { caller }) => ({
      data: ['public_profile', ...caller.scopes].map((permission) => ({ permission, status: 'granted' })),
    }),
    businesses: (person, scope, call) => {
      const businesses =
        ownedPages(scope).length > 0 && scope.caller.scopes.includes('business_management') ? [businessOf(person)] : [];
      return listPage(
        {
          items: businesses,
          idOf: ({ id }) => id,
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

export function businessOf({ metaUserId, name }: Person): Business {
  return { id: `9${metaUserId.slice(3)}`, name: `${name.split(' ').at(-1)} portfolio` };
}

export const businessKind: NodeKind<Business> = {
  typeName: 'Business',
  defaults: ['id', 'name'],
  idOf: ({ id }) => id,
  fields: { id: ({ id }) => id, name: ({ name }) => name, verification_status: () => 'verified' },
  edges: {
    owned_pages: ({ id }, scope, call) => pageList(ownedPages(scope), `${id}/owned_pages`, scope, call, ['name', 'id']),
    client_pages: ({ id }, scope, call) => pageList([], `${id}/client_pages`, scope, call, ['name', 'id']),
    owned_instagram_accounts: ownedAccounts,
    instagram_business_accounts: ownedAccounts,
  },
};

function ownedPages({ caller, world }: Scope): Page[] {
  return pagesOf(caller, world).filter(({ account }) => account?.portfolioOwned === true);
}

function ownedAccounts(_business: Business, scope: Scope, call: EdgeCall): JsonObject {
  return {
    data: ownedPages(scope).flatMap(({ account }) =>
      account ? [project(accountKind, account, call.fields, scope)] : [],
    ),
  };
}
