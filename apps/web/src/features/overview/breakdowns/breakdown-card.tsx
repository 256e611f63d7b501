import type { AccountMetric } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAccountColors, useAccounts, useShownAccounts } from '#web/features/accounts/index.ts';
import { useDayMarks } from '#web/features/annotations/index.ts';
import { ExportMenu } from '#web/features/exports/index.ts';
import {
  useFirstSyncNote,
  timeseriesQuery,
  toTrendLines,
  useFailureToast,
  breakdownLabels,
} from '#web/features/metrics/index.ts';
import { type DayRange, usePeriod } from '#web/features/periods/index.ts';
import { usePickWhen } from '#web/features/posts/index.ts';
import { compactNumber, dayLabel, shortDayLabel, wholeNumber } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { GuideButton } from '#web/ui/guide-button.tsx';
import { lazyGuide } from '#web/ui/lazy-guide.tsx';
import { AccountTrends } from './account-trends.tsx';
import styles from './breakdown-card.module.css';
import { breakdownQuery } from './breakdown.query.ts';
import { BreakdownParts } from './breakdown-parts.tsx';
import { LinesSkeleton, PartsSkeleton, TotalSkeleton, useLinesHeight } from './breakdown-skeleton.tsx';
import { BreakdownTotal } from './breakdown-total.tsx';

const BreakdownGuide = lazyGuide(async () => (await import('./breakdown-guide.tsx')).BreakdownGuide);

const toSpan = ({ from, to }: DayRange) => `${dayLabel(from)} to ${dayLabel(to)}`;

/** Views, Reach or Interactions: the breakdown and the trend, account by account. */
export function BreakdownCard({ metric }: { metric: AccountMetric }) {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const { accounts } = useAccounts();
  const colors = useAccountColors();
  const note = useFirstSyncNote();
  const marks = useDayMarks(accountIds, period, metric);
  const linesHeight = useLinesHeight();
  const { pickWhen } = usePickWhen();
  const parts = useQuery(breakdownQuery(metric, accountIds, period));
  const days = useQuery(timeseriesQuery(metric, accountIds, period));
  const { title, word, sub } = breakdownLabels[metric];
  const both = parts.error && days.error;
  // While the other call is pending, it is unclear which of the three messages applies.
  useFailureToast(both ? null : !days.isPending ? parts.error : null, `Unable to retrieve ${word} breakdown data`);
  useFailureToast(both ? null : !parts.isPending ? days.error : null, `Unable to retrieve ${word} line data`);
  useFailureToast(both, `Failed to load ${word} data`);

  const lines = useMemo(
    () => (days.data ? toTrendLines(days.data, accounts, colors) : []),
    [days.data, accounts, colors],
  );
  const nothing = parts.data?.value === 0 && days.data !== undefined && lines.length === 0;
  const total = nothing ? (
    <p className={styles.nothing}>No {word} data available</p>
  ) : parts.data ? (
    <BreakdownTotal metric={metric} breakdown={parts.data} />
  ) : (
    <TotalSkeleton empty={parts.error !== null} />
  );
  const retry = () => void Promise.all([parts.error && parts.refetch(), days.error && days.refetch()]);

  return (
    <Card
      title={title}
      sub={note && nothing ? <span className={styles.note}>{note}</span> : sub}
      tools={
        <>
          <ExportMenu
            title={title}
            sections={['metrics', 'breakdowns', 'days']}
            metrics={[metric]}
            chart={nothing ? null : lines}
          />
          <GuideButton title={`${title} Card Guide`}>
            <BreakdownGuide metric={metric} />
          </GuideButton>
        </>
      }
      className={styles.card}
      refreshing={(parts.isFetching && !parts.isPending) || (days.isFetching && !days.isPending)}
      data-metric={metric}
    >
      {both ? (
        <EmptyState title={`Could not load ${word}`} action={<Button onClick={retry}>Try again</Button>} />
      ) : (
        <div className={styles.split}>
          <div className={styles.days}>
            {days.error ? (
              <>
                {total}
                <PartFailure title="Could not load daily data" onRetry={retry} />
              </>
            ) : !days.data ? (
              <>
                {total}
                <LinesSkeleton />
              </>
            ) : (
              <AccountTrends
                lines={lines}
                usual={days.data.usual ?? undefined}
                label={`${title} by account, ${toSpan(period)}${period.previous ? `, compared with ${toSpan(period.previous)}` : ''}`}
                totalName={metric === 'reach' ? 'Sum of accounts' : 'All accounts'}
                format={wholeNumber}
                formatAxis={compactNumber}
                formatDay={shortDayLabel}
                height={linesHeight}
                marks={marks}
                onPickDay={(day) => pickWhen({ day })}
              >
                {total}
              </AccountTrends>
            )}
          </div>
          <div className={styles.parts} data-picture>
            {parts.error ? (
              <PartFailure title="Could not load the breakdown" onRetry={retry} />
            ) : !parts.data ? (
              <PartsSkeleton />
            ) : (
              !nothing && <BreakdownParts metric={metric} breakdown={parts.data} />
            )}
          </div>
        </div>
      )}
    </Card>
  );
}

function PartFailure({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <EmptyState
      compact
      title={title}
      action={
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
