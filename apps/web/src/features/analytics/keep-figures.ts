import type { AccountId } from '@tidemark/contract';

/**
 * What a query of the analytics shows while its new figures are on their way: the last ones of the same accounts. Those of
 * others would stand under the wrong name.
 */
export function keepFiguresOf(accountIds: readonly AccountId[]) {
  return <Figures>(last: Figures | undefined, query: { queryKey: readonly unknown[] } | undefined) =>
    sameAccounts(query?.queryKey.at(-1), accountIds) ? last : undefined;
}

function sameAccounts(key: unknown, accountIds: readonly AccountId[]): boolean {
  if (typeof key !== 'object' || key === null || !('accountIds' in key) || !Array.isArray(key.accountIds)) return false;
  return key.accountIds.length === accountIds.length && key.accountIds.every((id, at) => id === accountIds[at]);
}
