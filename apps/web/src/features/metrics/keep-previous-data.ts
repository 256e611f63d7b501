import type { AccountId } from '@tidemark/contract';

/**
 * Shows the same accounts' previous data while new data loads. Other accounts' data would appear under the wrong name.
 */
export function keepPreviousFigures(accountIds: readonly AccountId[]) {
  return <Figures>(last: Figures | undefined, query: { queryKey: readonly unknown[] } | undefined) =>
    sameAccounts(query?.queryKey.at(-1), accountIds) ? last : undefined;
}

function sameAccounts(key: unknown, accountIds: readonly AccountId[]): boolean {
  if (typeof key !== 'object' || key === null || !('accountIds' in key) || !Array.isArray(key.accountIds)) return false;
  return key.accountIds.length === accountIds.length && key.accountIds.every((id, at) => id === accountIds[at]);
}
