import type { AccountProfile } from '../../world/account-profile.ts';
import { barePages } from '../../world/accounts.ts';
import type { World } from '../../world/world.ts';
import type { Caller } from '../access-tokens.ts';
import { isSystemUser } from '../access-tokens.ts';
import { engagementPermission, pageRefused } from '../graph-error.ts';
import type { EdgeCall, NodeKind, Scope } from './node-kind.ts';
import { project } from './node-kind.ts';
import { accountKindFor } from './account-node.ts';
import type { JsonObject } from '../json.ts';
import { listPage } from './list-page.ts';

export interface Page {
  id: string;
  name: string;
  account: AccountProfile | undefined;
}

/**
 * Returns the pages a caller may see: those shared at login, and portfolio-owned ones only with business_management.
 */
export function listPages({ person, excludedPages, scopes }: Caller, world: World): Page[] {
  const withAccount = world
    .accountsOf(person)
    .filter((account) => !account.portfolioOwned || scopes.includes('business_management'))
    .map((account): Page => ({ id: account.pageId, name: account.name, account }));
  const bare = barePages
    .filter(({ owner }) => owner === person.key)
    .map(({ id, name }): Page => ({ id, name, account: undefined }));
  return [...withAccount, ...bare].filter(({ id }) => !excludedPages.includes(id));
}

/** Returns the pages that `me/accounts` lists, which may differ from those the caller may access. */
export function listedPages(caller: Caller, world: World): Page[] {
  if (isSystemUser(caller.variant)) return listPages({ ...caller, excludedPages: [] }, world);
  const { discovery } = caller.variant;
  if (discovery === 'accounts') return listPages(caller, world);
  return discovery === 'mixed' ? listPages(caller, world).filter((page) => !isPortfolioPage(page)) : [];
}

/** Lists pages in the caller's portfolio: its own, and clients' pages in `client_pages`. */
export function portfolioPages(caller: Caller, world: World): { owned: Page[]; client: Page[] } {
  const pages = listPages(caller, world);
  if (isSystemUser(caller.variant) || ['granular-scopes', 'assigned-pages'].includes(caller.variant.discovery))
    return { owned: [], client: [] };
  if (caller.variant.discovery !== 'portfolio') return { owned: pages.filter(isPortfolioPage), client: [] };
  const half = Math.ceil(pages.length / 2);
  return { owned: pages.slice(0, half), client: pages.slice(half) };
}

export function assignedPages(caller: Caller, world: World): Page[] {
  const isAssigned = isSystemUser(caller.variant) || caller.variant.discovery === 'assigned-pages';
  return isAssigned ? listPages(caller, world) : [];
}

function isPortfolioPage({ account }: Page): boolean {
  return account?.portfolioOwned === true;
}

export function visibleAccounts(caller: Caller, world: World): AccountProfile[] {
  return listPages(caller, world).flatMap(({ account }) => account ?? []);
}

/** Fails for whatever needs a page whose permissions were not granted: its token, its account, their media. */
export function requirePage(pageId: string, { strike }: Scope): void {
  if (strike('page-refused', (params) => params.text('page', '') === pageId)) throw pageRefused();
}

export const pageKind: NodeKind<Page> = {
  typeName: 'Page',
  defaults: ['id', 'name'],
  toId: ({ id }) => id,
  fields: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    username: ({ account }) => account?.username.replaceAll('.', ''),
    category: ({ account }) => (account ? 'Product/service' : 'Event'),
    tasks: () => ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE'],
    access_token: ({ id }, scope) => {
      requirePage(id, scope);
      return scope.caller.scopes.includes('pages_show_list') ? scope.tokens.pageToken(scope.caller, id) : undefined;
    },
    link: ({ id }) => `https://www.facebook.com/${id}`,
    fan_count: ({ account }) => Math.floor((account?.followers ?? 80) * 0.2),
    followers_count: ({ account }) => Math.floor((account?.followers ?? 80) * 0.22),
    picture: ({ account }, { links, now }) =>
      account && {
        data: { height: 50, width: 50, is_silhouette: false, url: links.sign(`/avatars/${account.id}.jpg`, now) },
      },
    instagram_business_account: linkedAccount,
    connected_instagram_account: linkedAccount,
  },
  edges: {},
};

function linkedAccount(
  { id, account }: Page,
  scope: Scope,
  { fields }: { fields: EdgeCall['fields'] },
): JsonObject | undefined {
  requirePage(id, scope);
  if (!scope.caller.scopes.includes('pages_read_engagement')) throw engagementPermission();
  if (!account || !scope.caller.scopes.includes('instagram_basic')) return undefined;
  return project(accountKindFor(account, scope), account, fields, scope);
}

export function pageList(pages: Page[], path: string, scope: Scope, call: EdgeCall, defaults: string[]): JsonObject {
  const kind = { ...pageKind, defaults };
  return listPage(
    {
      items: pages,
      toId: ({ id }) => id,
      shape: (page) => project(kind, page, call.fields, scope),
      path,
      defaultLimit: 25,
    },
    call,
    scope,
  );
}
