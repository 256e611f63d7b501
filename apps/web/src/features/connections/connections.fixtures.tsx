import type { Account, ConnectionAccount, MetaConnection, SubscriptionStatus, User } from '@tidemark/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import { AccountsProvider } from '#web/features/accounts/index.ts';
import { renderAt } from '#web/platform/render-at.tsx';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { stubbedAccount } from '#web/platform/stubbed-account.ts';
import { AccountConnectionsCard } from './account-connections-card.tsx';
import type { MetaSdk } from './meta-sdk.ts';

export const connected: MetaConnection = {
  isConnected: true,
  tokenValid: true,
  name: 'Theo Okafor',
  picture: null,
  accountType: null,
  clientBusinessId: '1048576',
  expiresAt: '2027-01-12T10:00:00.000Z',
  dataAccessExpiresAt: null,
  missingScopes: [],
  problem: null,
  warning: null,
  instagramLogins: [],
};
export const notConnected: MetaConnection = {
  isConnected: false,
  tokenValid: false,
  name: null,
  picture: null,
  accountType: null,
  clientBusinessId: null,
  expiresAt: null,
  dataAccessExpiresAt: null,
  missingScopes: [],
  problem: null,
  warning: null,
  instagramLogins: [],
};

export function listed(id: string, change: Partial<ConnectionAccount> = {}): ConnectionAccount {
  return {
    id,
    username: `user${id}`,
    name: `Account ${id}`,
    profile_picture_url: null,
    followers_count: 12_345_678,
    follows_count: 300,
    media_count: 412,
    linked: false,
    syncRunning: false,
    lastSyncAt: null,
    problem: null,
    ...change,
  };
}

/** A linked account as the dashboard knows it. */
function stored(id: string): Account {
  return {
    ...stubbedAccount,
    _id: id,
    accountName: `user${id}`,
    username: `user${id}`,
    metadata: { name: `Account ${id}`, followersCount: 5, followsCount: 6, mediaCount: 7 },
    lastSyncAt: '2026-10-18T23:02:00.000Z',
  };
}

interface Person {
  linked?: string[];
  limit?: number | 'unlimited';
  status?: SubscriptionStatus;
}

function user({ linked = [], limit = 3, status = 'active' }: Person): User {
  return {
    _id: '11111111-1111-4111-8111-111111111111',
    name: 'Theo Okafor',
    email: 'theo@sandbox.test',
    picture: null,
    facebookId: null,
    memberSince: '2026-03-05T10:00:00.000Z',
    role: 'user',
    subscription: { status, currentPeriodEnd: null },
    accountRefs: linked.map((accountId) => ({ accountId, type: 'instagram_account' })),
    accountLimits: limit === 'unlimited' ? { unlimited: true, total: 0 } : { unlimited: false, total: limit },
    roadmapAccess: { view: true, add: false },
  };
}

interface Situation extends Person {
  connection?: MetaConnection;
  accounts?: ConnectionAccount[];
  replies?: StubbedApi['replies'];
}

export const running = {
  syncRunning: true,
  initialization: { active: true, tasks: {} },
  tasks: {},
  problem: null,
  lastSyncAt: '2026-10-18T23:02:00.000Z',
};

export async function show({ connection = connected, accounts = [], replies = {}, ...rest }: Situation) {
  const { linked = [] } = rest;
  const api = stubApi({
    'GET /user/connections/meta': { success: true, connection },
    'GET /account/connections/instagram_account': { success: true, accounts },
    'GET /account/list': { accounts: linked.map(stored) },
    'POST /account/add': { success: true, doc: { _id: '1' } },
    'POST /user/account/link': {
      success: true,
      accountRefs: [...linked, '1'].map((accountId) => ({ accountId, type: 'instagram_account' })),
    },
    'POST /account/activate': { success: true, details: { instagramError: null } },
    'POST /user/account/unlink': { success: true, accountRefs: [] },
    'GET /account/1/sync-status': { syncStatus: { ...running, syncRunning: false } },
    'GET /account/get': { refuse: 'account_not_found' },
    'GET /user/check': {},
    ...replies,
  });
  const person = user(rest);
  await renderAt(
    '/',
    { '/': AccountConnectionsCard },
    {
      frame: AccountsProvider,
      loaded: {
        user: {
          user: person,
          accountRefs: person.accountRefs,
          product: { name: 'Starter', cancelAt: null, currentPeriodEnd: null },
        },
      },
    },
  );
  await screen.findByText('Account Connections');
  return api;
}

/** Stubs Meta's script: absent if blocked, else it initialises itself as the real one does. */
export function stubMetaScript(login?: MetaSdk['login']) {
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    if (login) window.FB = { init: () => {}, login };
    queueMicrotask(() => (login ? window.fbAsyncInit?.() : (script as Node).dispatchEvent(new Event('error'))));
  });
}

/** Stubs Meta's script so that the test decides when it loads. */
export function stubSlowMetaScript(login: MetaSdk['login']): { arrive(): void } {
  vi.spyOn(document.head, 'append').mockImplementation(() => undefined);
  return {
    arrive() {
      window.FB = { init: () => {}, login };
      window.fbAsyncInit?.();
    },
  };
}

export const toRow = async (name: string) => {
  const cell = await screen.findByText(name);
  const row = cell.closest('tr');
  if (!row) throw new Error(`${name} is in no row`);
  return row;
};
export const toast = (text: string) => screen.findByText(text);
export const confirm = (name: string) =>
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
export const unlink = async (name: string) => {
  fireEvent.click(within(await toRow(name)).getByRole('button', { name: 'Unlink account' }));
  confirm('Unlink');
};
