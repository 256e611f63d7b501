import type { MetricCard as MetricCardFigures } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useAccounts, useShownAccounts } from '#web/features/accounts/index.ts';
import { dayLabel } from '#web/platform/format.ts';
import { useFirstSyncNote } from '../first-sync.ts';
import { useFailureToast } from '../use-failure-toast.ts';
import { usePeriod } from '../use-period.ts';
import { cardTexts, trendSentence } from './card-texts.ts';
import { MetricCardFrame, MetricCardSkeleton } from './metric-card-frame.tsx';
import { metricCardQuery } from './metric-card.query.ts';
import type { SmallCardMetric } from './small-card-metric.ts';
import { directionOf, directionOfChange, hasNothingStored } from './trend.ts';

const zero: MetricCardFigures = { current: 0, previous: 0, percentChange: 0, change: 0, isApprox: false, series: [] };

/** One figure of the range beside the one before. It loads and fails alone. */
export function MetricCard({ metric }: { metric: SmallCardMetric }) {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const { isPending: accountsPending } = useAccounts();
  const note = useFirstSyncNote();
  const { data, error, isFetching, isPending } = useQuery(metricCardQuery(metric, accountIds, period));
  const { word, failure, nothing } = cardTexts[metric];
  useFailureToast(error, `Unabled to retreive ${word}`);

  if (error)
    return <MetricCardFrame metric={metric} figures={zero} direction="flat" explanation={failure} state="failed" />;
  if (accountIds.length === 0 && !accountsPending)
    return <MetricCardFrame metric={metric} figures={zero} direction="flat" explanation={nothing} state="nothing" />;
  if (isPending || !data) return <MetricCardSkeleton metric={metric} />;
  if (hasNothingStored(data))
    return (
      <MetricCardFrame
        metric={metric}
        figures={data}
        direction="flat"
        explanation={nothing}
        note={note}
        state="nothing"
        refreshing={isFetching}
      />
    );
  const direction = metric === 'followers' ? directionOfChange(data) : directionOf(data);
  return (
    <MetricCardFrame
      metric={metric}
      figures={data}
      direction={direction}
      explanation={trendSentence({
        metric,
        direction,
        percentChange: data.percentChange,
        start: dayLabel(period.previousFrom),
        end: dayLabel(period.previousTo),
      })}
      state="value"
      refreshing={isFetching}
    />
  );
}
