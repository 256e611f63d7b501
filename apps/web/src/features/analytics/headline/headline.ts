import type { Account, AccountId, MetricCard, Timeseries } from '@tidemark/contract';

type FollowerFigures = Pick<MetricCard, 'change' | 'current' | 'previous' | 'isApprox' | 'series'>;

export type FollowerHeadline = { kind: 'grew' | 'shrank' | 'held'; people: number };

/** What the follower figures carry as a true sentence; null when they are not exact or not there. */
export function followerHeadline(card: FollowerFigures | undefined): FollowerHeadline | null {
  if (!card || card.isApprox || card.current === 0 || card.previous === 0) return null;
  if (card.change === 0) return { kind: 'held', people: card.current };
  return { kind: card.change > 0 ? 'grew' : 'shrank', people: Math.abs(card.change) };
}

interface Leader {
  accountId: AccountId;
  /** Whole percent of all. */
  share: number;
  bestDay: string;
}

/** Who brought in most, and on which day; null when a day is missing, for then nobody can say. */
export function leaderOf({ perAccount }: Timeseries, accounts: readonly Pick<Account, '_id'>[]): Leader | null {
  const known = accounts.flatMap(({ _id }) => {
    const series = perAccount[_id];
    return series ? [{ accountId: _id, series }] : [];
  });
  if (known.length === 0 || known.some(({ series }) => series.some(({ value }) => value === null))) return null;
  const sums = known.map(({ accountId, series }) => ({
    accountId,
    sum: series.reduce((sum, { value }) => sum + (value ?? 0), 0),
    best: series.toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0))[0],
  }));
  const total = sums.reduce((sum, account) => sum + account.sum, 0);
  const first = sums.toSorted((one, other) => other.sum - one.sum)[0];
  if (!first?.best || total <= 0) return null;
  return { accountId: first.accountId, share: Math.round((first.sum / total) * 100), bestDay: first.best.date };
}
