import type { MetaConnection, Account, AccountDocument } from '@tidemark/contract';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountsQuery, refetchOnNewData } from '#web/features/accounts/index.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { stubbedAccount } from '#web/platform/stubbed-account.ts';
import { eventToCache } from './event-to-cache.ts';

const account: Account = {
  ...stubbedAccount,
  _id: '178',
  accountName: 'nordlys',
  username: 'nordlys',
  metadata: { name: null, followersCount: 100, followsCount: 5, mediaCount: 9 },
  earliestDate: '2026-06-01',
  dataVersion: 4,
};

function update(doc: Partial<AccountDocument>) {
  const full: AccountDocument = {
    _id: '178',
    updatedAt: '2026-11-21T10:00:00.000Z',
    syncRunning: true,
    initialization: { active: false, tasks: {} },
    tasks: {},
    metadata: { followersCount: 120 },
    earliestDate: '2026-06-01',
    lastSyncAt: null,
    nextSyncAt: null,
    problem: null,
    dataVersion: 5,
    ...doc,
  };
  return { type: 'account-update', docType: 'account', docId: full._id, doc: full } as const;
}

function cache() {
  const queries = new QueryClient();
  queries.setQueryData(accountsQuery.queryKey, { accounts: [account] });
  for (const accountIds of [['178'], ['999']]) {
    queries.setQueryData(['analytics', 'views', { accountIds }], 1);
  }
  refetchOnNewData(queries);
  const isStale = (id: string) =>
    queries.getQueryState(['analytics', 'views', { accountIds: [id] }])?.isInvalidated ?? false;
  const listed = () => queries.getQueryData(accountsQuery.queryKey)?.accounts[0];
  return { queries, isStale, listed };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('account update', () => {
  it("updates the account's row, and its analytics when there is new data", () => {
    const { queries, isStale, listed } = cache();

    eventToCache(queries, update({ dataVersion: 5 }));
    vi.advanceTimersByTime(2000);

    expect(listed()).toMatchObject({ syncRunning: true, dataVersion: 5, metadata: { followersCount: 120 } });
    expect(isStale('178')).toBe(true);
    expect(isStale('999')).toBe(false);
  });

  it('does not refetch the analytics when only the sync state changed', () => {
    const { queries, isStale } = cache();

    eventToCache(queries, update({ dataVersion: 4 }));
    vi.advanceTimersByTime(2000);

    expect(isStale('178')).toBe(false);
  });

  it('never replaces newer data with older', () => {
    const { queries, listed } = cache();

    eventToCache(queries, update({ dataVersion: 3, metadata: { followersCount: 1 } }));

    expect(listed()).toMatchObject({ dataVersion: 4, metadata: { followersCount: 100 } });
  });
});

it('refetches only the roadmap when it changes', () => {
  const queries = new QueryClient();
  queries.setQueryData(queryKeys.roadmap.requests, {});
  queries.setQueryData(queryKeys.accounts.list, {});

  eventToCache(queries, { type: 'roadmap-update' });

  expect(queries.getQueryState(queryKeys.roadmap.requests)?.isInvalidated).toBe(true);
  expect(queries.getQueryState(queryKeys.accounts.list)?.isInvalidated).toBe(false);
});

it('lowers the earliest day but never raises it', () => {
  const { queries, listed } = cache();

  eventToCache(queries, { type: 'earliest-date', accountId: '178', earliestDate: '2025-01-01' });
  eventToCache(queries, { type: 'earliest-date', accountId: '178', earliestDate: '2026-01-01' });

  expect(listed()?.earliestDate).toBe('2025-01-01');
});

it("replaces the session's account references", () => {
  const { queries } = cache();
  queries.setQueryData(['user'], { user: { name: 'Theo', accountRefs: [] }, accountRefs: [], product: {} });
  const accountRefs = [{ accountId: '178', type: 'instagram_account' as const }];

  eventToCache(queries, { type: 'user-accounts-update', accountRefs });

  expect(queries.getQueryData(['user'])).toMatchObject({ accountRefs, user: { name: 'Theo', accountRefs } });
});

it("shows the business login's new state immediately, and refetches its accounts", () => {
  const { queries } = cache();
  const connection: MetaConnection = {
    isConnected: true,
    tokenValid: false,
    name: 'Maya',
    picture: null,
    accountType: 'User',
    clientBusinessId: null,
    expiresAt: null,
    dataAccessExpiresAt: null,
    missingScopes: [],
    problem: { cause: 'app_removed', message: 'The rights were taken away.', action: 'connect' },
    warning: null,
    instagramLogins: [],
  };
  queries.setQueryData(['connections', 'accounts'], { success: true, accounts: [] });

  eventToCache(queries, { type: 'connection-update', connection: { ...connection, missingScopes: [] } });

  expect(queries.getQueryData(['connections', 'meta'])).toEqual({ success: true, connection });
  expect(queries.getQueryState(['connections', 'accounts'])?.isInvalidated).toBe(true);
});
