import { useFirstSyncNote, cardLabels, trendSentence, useFailureToast } from '#web/features/metrics/index.ts';
import { usePeriod } from '#web/features/periods/index.ts';
import { MetricCardFrame, MetricCardSkeleton } from '../metric-cards/metric-card-frame.tsx';
import { type PostActivity, postsByDay } from './post-activity.ts';
import { usePostActivity } from './use-post-activity.ts';

const metric = 'post-activity';

/** Shows how much was published, and whether more often than before. Needs both periods. */
export function PostActivityCard() {
  const period = usePeriod();
  const note = useFirstSyncNote();
  const { activity, error, isFetching, refetch } = usePostActivity();
  const { word, failure } = cardLabels[metric];
  useFailureToast(error, failure);

  if (error) return <MetricCardFrame metric={metric} state="failed" onRetry={refetch} refreshing={isFetching} />;
  if (!activity) return <MetricCardSkeleton metric={metric} />;
  if (activity.isEmpty) return <MetricCardFrame metric={metric} note={note} state="nothing" refreshing={isFetching} />;
  const { published, approx, percentChange, direction, comparison, openFrom } = activity;
  const change = { changeState: direction === null ? ('none' as const) : ('final' as const), changeBounds: null };
  return (
    <MetricCardFrame
      metric={metric}
      figures={{
        current: activity.posts,
        previous: activity.previous,
        previousApprox: null,
        comparison,
        percentChange,
        change: activity.difference,
        ...change,
        isApprox: approx !== null,
        approx,
        series: postsByDay(published, period.days, openFrom),
      }}
      direction={direction}
      trend={activity.change}
      unit={period.from < openFrom ? `${activity.frequency.toFixed(1)} a day` : undefined}
      explanation={trendSentence({
        word,
        direction,
        change,
        comparison,
        previous: period.previous,
      })}
      values={frequencies(activity)}
      state="value"
      refreshing={isFetching}
    />
  );
}

function frequencies({ direction, frequency, previousFrequency }: PostActivity): string | null {
  return direction && `Then ${previousFrequency.toFixed(1)} posts a day, now ${frequency.toFixed(1)}.`;
}
