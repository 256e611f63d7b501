import type { Account, AccountId, CardMetric, MetricCard } from '@tidemark/contract';
import type { MetricChange } from '@tidemark/contract/unusual-changes';
import { hasNothingStored, toVerdict, type Verdict } from '@tidemark/presentation';
import { hashKey, notifyManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useCoveredAccounts, useShownAccounts } from '#web/features/accounts/index.ts';
import { timeseriesQuery } from '#web/features/metrics/index.ts';
import { type Period, usePeriod } from '#web/features/periods/index.ts';
import { metricCardQuery } from '../metric-cards/metric-card.query.ts';
import { usePostActivity } from '../post-activity/use-post-activity.ts';
import { findLeader, type Leader } from './leader.ts';
import { usualChangesQuery } from './usual-changes.query.ts';

/** Cards that every screen shows first. */
export const firstCards = [
  'followers',
  'engagement-rate',
  'conversion-rate',
  'virality-score',
  'engaged-audience',
  'views',
  'reach',
  'total_interactions',
] as const satisfies CardMetric[];

export interface HeadlineData {
  isPending: boolean;
  /** True if no day in the range is stored. */
  isEmpty: boolean;
  /** True if any metric has a comparison. */
  isCompared: boolean;
  /** Null without any certain change. */
  verdict: Verdict | null;
  /** Views in the range; null if they could not be loaded. */
  views: number | null;
  posts: number | null;
  /** Increase over the comparison period; null without one. */
  morePosts: number | null;
  /** Change in followers; null without a comparison. */
  followers: number | null;
  /** First day on which all accounts have data, if the comparison period begins earlier. */
  noDataBefore: string | null;
  isOneAccount: boolean;
  /** `account` is set only if several are shown. */
  leader: (Leader & { account: Account | null }) | null;
}

/** Combines the cards' data with how much each metric usually changes. */
export function useHeadline(): HeadlineData {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const shown = useCoveredAccounts();
  const cards = useFirstCards(accountIds, period);
  // Usual changes are known only from one period to the next.
  const isUsualKnown = period.comparison === 'previous-period';
  const usual = useQuery(usualChangesQuery(isUsualKnown ? accountIds : [], period));
  const days = useQuery(timeseriesQuery('views', accountIds, period));
  const leader = useMemo(() => (days.data ? findLeader(days.data, accountIds) : null), [days.data, accountIds]);
  const posting = usePostActivity();

  const isPending =
    accountIds.length > 0 &&
    ([...Object.values(cards), ...(isUsualKnown ? [usual] : []), days].some(
      (query) => query.isPending || query.isPlaceholderData,
    ) ||
      posting.isPlaceholderData ||
      (posting.activity === null && posting.error === null));
  const known = firstCards.flatMap((metric) => {
    const { data: card, error } = cards[metric];
    return card && !error ? [{ metric, card }] : [];
  });
  const cardOf = (metric: CardMetric) => known.find((entry) => entry.metric === metric)?.card;
  const views = cardOf('views');
  const leading = shown.find(({ _id }) => _id === leader?.accountId);
  return {
    isPending,
    isEmpty: views !== undefined && hasNothingStored(views) && (posting.activity?.isEmpty ?? true),
    isCompared: known.some(({ card }) => card.comparison.days > 0),
    verdict: toVerdict(known.map(toChange), usual.data),
    views: views?.current ?? null,
    posts: posting.activity?.posts ?? null,
    morePosts: posting.activity && posting.activity.direction !== null ? posting.activity.difference : null,
    followers: cardOf('followers')?.change ?? null,
    noDataBefore: views?.comparison.noDataBefore ?? null,
    isOneAccount: shown.length === 1,
    leader: leader && { ...leader, account: shown.length > 1 ? (leading ?? null) : null },
  };
}

/** Observes each card by itself: `useQueries` would draw twice for each other period. */
function useFirstCards(accountIds: AccountId[], period: Period) {
  const toQuery = (metric: CardMetric) => metricCardQuery(metric, accountIds, period);
  return {
    followers: useQuery(toQuery('followers')),
    'engagement-rate': useQuery(toQuery('engagement-rate')),
    'conversion-rate': useQuery(toQuery('conversion-rate')),
    'virality-score': useQuery(toQuery('virality-score')),
    'engaged-audience': useQuery(toQuery('engaged-audience')),
    views: useQuery(toQuery('views')),
    reach: useQuery(toQuery('reach')),
    total_interactions: useQuery(toQuery('total_interactions')),
  };
}

/** True once the first cards on every screen have loaded or failed. Reads the cache itself, and so draws the page once. */
export function useHasCards(): boolean {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const cache = useQueryClient().getQueryCache();
  const hashes = useMemo(
    () => firstCards.map((metric) => hashKey(metricCardQuery(metric, accountIds, period).queryKey)),
    [accountIds, period],
  );
  const hasCards = () => hashes.every((hash) => (cache.get(hash)?.state.status ?? 'pending') !== 'pending');
  return useSyncExternalStore(
    useCallback((onChange) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache]),
    hasCards,
    hasCards,
  );
}

function toChange({ metric, card }: { metric: MetricChange['metric']; card: MetricCard }): MetricChange {
  const { percentChange, change, approx, comparison } = card;
  return { metric, percentChange, change, approx, comparison };
}
