import type { Approximation, PublishedMedia } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useCoveredAccounts, useShownAccounts } from '#web/features/accounts/index.ts';
import { useIsBackfilling } from '#web/features/metrics/index.ts';
import { usePeriod, useToday } from '#web/features/periods/index.ts';
import { activityApproximation, openDay, type PostActivity, postActivity, withoutStories } from './post-activity.ts';
import { publishedQuery } from './published.query.ts';

interface LoadedActivity extends PostActivity {
  /** Posts in the range, without stories. */
  published: PublishedMedia[];
  /** Difference in posts. */
  difference: number;
  percentChange: number;
  approx: Approximation | null;
  /** True if nothing was published in either period. */
  isEmpty: boolean;
  openFrom: string;
}

/** Compares how much was published in the range and in the previous one; `activity` is null until both are loaded. */
export function usePostActivity() {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const shown = useCoveredAccounts();
  const today = useToday();
  const isFilling = useIsBackfilling();
  const current = useQuery(publishedQuery(accountIds, period));
  const compared = period.previous;
  const previous = useQuery(publishedQuery(compared ? accountIds : [], compared ?? period));

  function evaluate(): LoadedActivity | null {
    if (!current.data || (compared && !previous.data)) return null;
    const published = withoutStories(current.data);
    const before = withoutStories(previous.data ?? []);
    const firstDays = shown.flatMap(({ earliestDate }) => earliestDate ?? []);
    const noDataBefore =
      firstDays
        .filter((day) => compared && day > compared.from)
        .toSorted()
        .at(-1) ?? null;
    const openFrom = openDay(
      shown.map(({ lastSyncAt }) => lastSyncAt),
      today,
    );
    const activity = postActivity({
      current: published,
      previous: compared && noDataBefore === null ? { from: compared.from, media: before } : null,
      noDataBefore,
      days: period.days,
      openFrom,
    });
    return {
      ...activity,
      published,
      difference: published.length - before.length,
      percentChange: activity.relative * 100,
      approx: activityApproximation({ posts: published.length, to: period.to, openFrom, today, isFilling }),
      isEmpty: published.length === 0 && before.length === 0,
      openFrom,
    };
  }

  return {
    activity: evaluate(),
    error: current.error ?? previous.error,
    isFetching: current.isFetching || previous.isFetching,
    isPlaceholderData: current.isPlaceholderData || previous.isPlaceholderData,
    refetch: () => void Promise.all([current.error && current.refetch(), previous.error && previous.refetch()]),
  };
}
