import type { Account, AccountDocument, AccountId } from '@tidemark/contract';
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { toAnalyticsAbout } from '#web/platform/query-keys.ts';
import { accountsQuery } from './accounts.query.ts';
import { syncStatusQuery } from './sync-status.query.ts';

/** Updates an account's row from its live document. */
export function applyAccountDocument(queries: QueryClient, doc: AccountDocument) {
  queries.setQueryData(syncStatusQuery(doc._id).queryKey, (old) => ({ ...old, ...doc }));
  queries.setQueryData(accountsQuery.queryKey, (old) =>
    old
      ? { accounts: old.accounts.map((account) => (account._id === doc._id ? updated(account, doc) : account)) }
      : old,
  );
}

function updated(account: Account, doc: AccountDocument): Account {
  // Documents may arrive out of order; data never goes back to an older version.
  if (doc.dataVersion < account.dataVersion) return account;
  return {
    ...account,
    metadata: { ...account.metadata, followersCount: doc.metadata.followersCount ?? account.metadata.followersCount },
    earliestDate: doc.earliestDate,
    syncRunning: doc.syncRunning,
    lastSyncAt: doc.lastSyncAt,
    problem: doc.problem,
    dataVersion: doc.dataVersion,
  };
}

// A first sync commits many times a second; a refetch that each commit cancels would never finish.
const gatherMilliseconds = 1500;

/**
 * Refetches an account's analytics whenever the account list has a newer version of its data, whether from a live
 * document or from a refetch. Returns a function that stops it.
 */
export function refetchOnNewData(queries: QueryClient): () => void {
  const versions = new Map<AccountId, number>();
  let moved = new Set<AccountId>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const compare = () => {
    for (const { _id, dataVersion } of queries.getQueryData(accountsQuery.queryKey)?.accounts ?? []) {
      const known = versions.get(_id);
      // A new account's analytics were requested after its version was read.
      if (known === undefined || dataVersion > known) versions.set(_id, dataVersion);
      if (known !== undefined && dataVersion > known) moved.add(_id);
    }
    if (moved.size > 0) timer ??= setTimeout(refetch, gatherMilliseconds);
  };
  const refetch = () => {
    refetchAnalytics(queries, moved);
    moved = new Set();
    timer = undefined;
  };

  compare();
  const accountsHash = hashKey(accountsQuery.queryKey);
  const unsubscribe = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === accountsHash) compare();
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

function refetchAnalytics(queries: QueryClient, ids: ReadonlySet<AccountId>) {
  const covered = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
      toAccountIds(toAnalyticsAbout(queryKey)).some((id) => typeof id === 'string' && ids.has(id)),
  };
  // A refetch does not replace a first fetch that is still waiting, whose response may predate the new data.
  for (const { queryKey, state, promise } of queries.getQueryCache().findAll({ ...covered, fetchStatus: 'fetching' })) {
    if (state.data !== undefined) continue;
    void promise?.then(() => queries.invalidateQueries({ queryKey, exact: true })).catch(() => undefined);
  }
  void queries.invalidateQueries(covered);
}

function toAccountIds(about: unknown): readonly unknown[] {
  return typeof about === 'object' && about && 'accountIds' in about && Array.isArray(about.accountIds)
    ? about.accountIds
    : [];
}
