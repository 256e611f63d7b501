import { useQuery } from '@tanstack/react-query';
import { useAccounts, useShownAccounts } from '#web/features/accounts/index.ts';
import { dayLabel } from '#web/platform/format.ts';
import { useFirstSyncNote, useIsBackfilling } from '../first-sync.ts';
import { cardLabels, trendSentence } from '../metric-cards/card-labels.ts';
import { MetricCardFrame, MetricCardSkeleton } from '../metric-cards/metric-card-frame.tsx';
import { useFailureToast } from '../use-failure-toast.ts';
import { emptyCard } from '../metric-cards/trend.ts';
import { usePeriod, useToday } from '../use-period.ts';
import {
  activityApproximation,
  openDay,
  type PostActivity,
  postActivity,
  postsByDay,
  withoutStories,
} from './post-activity.ts';
import { publishedQuery } from './published.query.ts';

const metric = 'post-activity';

/** How much was published, and whether more often than before. It needs both periods. */
export function PostActivityCard() {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const { accounts } = useAccounts();
  const today = useToday();
  const note = useFirstSyncNote();
  const isFilling = useIsBackfilling();
  const current = useQuery(publishedQuery(accountIds, period));
  const previous = useQuery(publishedQuery(accountIds, { from: period.previousFrom, to: period.previousTo }));
  const error = current.error ?? previous.error;
  const { failure, nothing } = cardLabels[metric];
  useFailureToast(error, failure);

  if (error)
    return (
      <MetricCardFrame
        metric={metric}
        figures={emptyCard}
        direction="flat"
        explanation={failure}
        state="failed"
        onRetry={() => void Promise.all([current.error && current.refetch(), previous.error && previous.refetch()])}
        refreshing={current.isFetching || previous.isFetching}
      />
    );
  if (!current.data || !previous.data) return <MetricCardSkeleton metric={metric} />;

  const refreshing = current.isFetching || previous.isFetching;
  const posts = withoutStories(current.data);
  const before = withoutStories(previous.data);
  if (posts.length === 0 && before.length === 0)
    return (
      <MetricCardFrame
        metric={metric}
        figures={emptyCard}
        direction="flat"
        explanation={nothing}
        note={note}
        state="nothing"
        refreshing={refreshing}
      />
    );
  const shown = accounts.filter(({ _id }) => accountIds.includes(_id));
  const openFrom = openDay(
    shown.map(({ lastSyncAt }) => lastSyncAt),
    today,
  );
  const activity = postActivity({ current: posts, previous: before, days: period.days, openFrom });
  const approx = activityApproximation({ posts: posts.length, to: period.to, openFrom, today, isFilling });
  const percentChange = activity.relative * 100;
  return (
    <MetricCardFrame
      metric={metric}
      figures={{
        ...activity,
        current: activity.posts,
        percentChange,
        change: posts.length - before.length,
        isApprox: approx !== null,
        approx,
        series: postsByDay(posts, period.days, openFrom),
      }}
      direction={activity.direction}
      trend={activity.change}
      unit={activity.direction ? `${activity.frequency.toFixed(1)} a day` : undefined}
      explanation={trendSentence({
        metric,
        direction: activity.direction,
        percentChange,
        comparison: activity.comparison,
        start: dayLabel(period.previousFrom),
        end: dayLabel(period.previousTo),
      })}
      values={frequencies(activity)}
      state="value"
      refreshing={refreshing}
    />
  );
}

function frequencies({ direction, frequency, previousFrequency }: PostActivity): string | null {
  return direction && `Then ${previousFrequency.toFixed(1)} posts a day, now ${frequency.toFixed(1)}.`;
}
