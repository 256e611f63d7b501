import { hasNothingStored, toDirection } from '@tidemark/presentation';
import { useQuery } from '@tanstack/react-query';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import {
  useFirstSyncNote,
  useFailureToast,
  cardLabels,
  comparedValues,
  trendSentence,
  type SmallCardMetric,
} from '#web/features/metrics/index.ts';
import { usePeriod } from '#web/features/periods/index.ts';
import { wholeNumber } from '#web/platform/format.ts';
import { MetricCardFrame, MetricCardSkeleton } from './metric-card-frame.tsx';
import { metricCardQuery } from './metric-card.query.ts';

/**
 * One metric in the range compared with the previous one; `why` says why it has none. Loads and fails independently of the
 * other cards.
 */
export function MetricCard({ metric, why }: { metric: SmallCardMetric; why?: string | undefined }) {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const note = useFirstSyncNote();
  const { data, error, isFetching, isPending, refetch } = useQuery(metricCardQuery(metric, accountIds, period));
  const { word, format } = cardLabels[metric];
  useFailureToast(error, `Unabled to retreive ${word}`);

  if (error)
    return <MetricCardFrame metric={metric} state="failed" onRetry={() => void refetch()} refreshing={isFetching} />;
  if (isPending || !data) return <MetricCardSkeleton metric={metric} />;
  if (hasNothingStored(data))
    return (
      <MetricCardFrame metric={metric} figures={data} note={note ?? why} state="nothing" refreshing={isFetching} />
    );
  const direction = toDirection(data);
  return (
    <MetricCardFrame
      metric={metric}
      figures={data}
      direction={direction}
      explanation={trendSentence({
        word,
        direction,
        change: data,
        percentChange: metric === 'engagement-rate' ? data.percentChange : null,
        comparison: data.comparison,
        previous: period.previous,
      })}
      values={comparedValues(data, metric === 'followers' ? wholeNumber : format)}
      state="value"
      refreshing={isFetching}
    />
  );
}
