import type { Account, AccountDocument, AccountId } from '@tidemark/contract';
import type { QueryClient } from '@tanstack/react-query';
import { toAnalyticsAbout } from '#web/platform/query-keys.ts';
import { accountsQuery } from './accounts.query.ts';
import { syncStatusQuery } from './sync-status.query.ts';

/** Updates an account's row from its live document, and invalidates its analytics when there is new data. */
export function applyAccountDocument(queries: QueryClient, doc: AccountDocument) {
  queries.setQueryData(syncStatusQuery(doc._id).queryKey, (old) => ({ ...old, ...doc }));
  const before = listed(queries).find(({ _id }) => _id === doc._id);
  queries.setQueryData(accountsQuery.queryKey, (old) =>
    old
      ? { accounts: old.accounts.map((account) => (account._id === doc._id ? updated(account, doc) : account)) }
      : old,
  );
  if (before && doc.dataVersion > before.dataVersion) refetchAnalytics(queries, [doc._id]);
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

/**
 * After a period without live updates: refetches the account list, and the analytics of accounts that have changed
 * since.
 */
export async function refetchStaleAnalytics(queries: QueryClient) {
  // A list that is still loading will be up to date.
  if (queries.getQueryData(accountsQuery.queryKey) === undefined) return;
  const before = new Map(listed(queries).map(({ _id, dataVersion }) => [_id, dataVersion]));
  await queries.refetchQueries({ queryKey: accountsQuery.queryKey });
  const moved = listed(queries).filter(({ _id, dataVersion }) => dataVersion > (before.get(_id) ?? 0));
  refetchAnalytics(
    queries,
    moved.map(({ _id }) => _id),
  );
}

function listed(queries: QueryClient): Account[] {
  return queries.getQueryData(accountsQuery.queryKey)?.accounts ?? [];
}

// A first sync commits many times a second; a refetch that each commit cancels would never finish.
const gatherMilliseconds = 1500;
const waiting = new WeakMap<QueryClient, Set<AccountId>>();

function refetchAnalytics(queries: QueryClient, ids: readonly AccountId[]) {
  if (ids.length === 0) return;
  const gathered = waiting.get(queries);
  if (gathered) return ids.forEach((id) => gathered.add(id));
  const moved = new Set(ids);
  waiting.set(queries, moved);
  setTimeout(() => {
    waiting.delete(queries);
    void queries.invalidateQueries({
      predicate: ({ queryKey }) =>
        toAccountIds(toAnalyticsAbout(queryKey)).some((id) => typeof id === 'string' && moved.has(id)),
    });
  }, gatherMilliseconds);
}

function toAccountIds(about: unknown): readonly unknown[] {
  return typeof about === 'object' && about && 'accountIds' in about && Array.isArray(about.accountIds)
    ? about.accountIds
    : [];
}
