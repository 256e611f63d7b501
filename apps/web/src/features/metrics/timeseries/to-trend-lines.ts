import type { Account, AccountId, Timeseries } from '@tidemark/contract';
import type { TrendLine } from '@tidemark/presentation';
import { type AccountColor, displayName } from '#web/features/accounts/index.ts';

/** Returns one line per account with data, in account-list order. */
export function toTrendLines(
  { perAccount, previousPerAccount }: Timeseries,
  accounts: readonly Account[],
  colors: ReadonlyMap<AccountId, AccountColor>,
): TrendLine[] {
  const order = new Map(accounts.map(({ _id }, index) => [_id, index]));
  return Object.entries(perAccount)
    .filter(([, series]) => series.some(({ value }) => value !== null))
    .toSorted(([one], [other]) => (order.get(one) ?? order.size) - (order.get(other) ?? order.size))
    .map(([id, series]) => {
      const account = accounts.find(({ _id }) => _id === id);
      const look = colors.get(id);
      return {
        id,
        name: account ? displayName(account) : ownerName(id),
        picture: account?.picture ?? account?.profile_picture_url ?? null,
        color: look?.color ?? 'var(--ink3)',
        dashed: look?.dashed ?? false,
        series,
        previous: previousPerAccount?.[id] ?? null,
      };
    });
}

/** Names an account that is not in the list. */
export function ownerName(id: string): string {
  return id ? `Account ${id.slice(-4)}` : 'Unattributed';
}
