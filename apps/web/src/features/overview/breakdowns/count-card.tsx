import type { AccountMetric } from '@tidemark/contract';
import { donutDimension, slicesBy, wholeBehind } from '@tidemark/presentation';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAccountColors, useAccounts, useShownAccounts } from '#web/features/accounts/index.ts';
import { useDayMarks } from '#web/features/annotations/index.ts';
import { ExportMenu } from '#web/features/exports/index.ts';
import { breakdownLabels, timeseriesQuery, toTrendLines, useFirstSyncNote } from '#web/features/metrics/index.ts';
import { usePeriod } from '#web/features/periods/index.ts';
import { compactNumber, shortDayLabel, wholeNumber } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Donut } from '#web/ui/charts/donut.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { GuideButton } from '#web/ui/guide-button.tsx';
import { lazyGuide } from '#web/ui/lazy-guide.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AccountTrends } from './account-trends.tsx';
import styles from './breakdown-card.module.css';
import partStyles from './breakdown-parts.module.css';
import { PartList } from './breakdown-parts.tsx';
import { breakdownQuery } from './breakdown.query.ts';
import { useLinesHeight } from './breakdown-skeleton.tsx';
import { BreakdownTotal } from './breakdown-total.tsx';

const CountGuide = lazyGuide(async () => (await import('./count-guide.tsx')).CountGuide);

/** A count by day and by kind, for networks that do not say where their content was seen. */
export function CountCard({ metric }: { metric: AccountMetric }) {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const { accounts } = useAccounts();
  const colors = useAccountColors();
  const note = useFirstSyncNote();
  const marks = useDayMarks(accountIds, period, metric);
  const linesHeight = useLinesHeight();
  const parts = useQuery(breakdownQuery(metric, accountIds, period));
  const days = useQuery(timeseriesQuery(metric, accountIds, period));
  const lines = useMemo(
    () => (days.data ? toTrendLines(days.data, accounts, colors) : []),
    [days.data, accounts, colors],
  );
  const { title, word, donutLabel } = breakdownLabels[metric];
  const retry = () => void Promise.all([parts.refetch(), days.refetch()]);
  const kinds = parts.data ? slicesBy(donutDimension(metric), parts.data) : [];
  const label = `${title} ${donutLabel}`;
  return (
    <Card
      title={title}
      className={styles.card}
      data-metric={metric}
      tools={
        <>
          <ExportMenu
            title={title}
            sections={['breakdowns', 'days']}
            metrics={[metric]}
            chart={lines.length > 0 ? lines : null}
          />
          <GuideButton title={`${title} Card Guide`}>
            <CountGuide metric={metric} />
          </GuideButton>
        </>
      }
    >
      {parts.error || days.error ? (
        <EmptyState title={`Could not load ${word}`} action={<Button onClick={retry}>Try again</Button>} />
      ) : !parts.data || !days.data ? (
        <Skeleton height={260} radius={14} />
      ) : lines.length === 0 ? (
        <EmptyState title={`No ${word} data available`} why={note} />
      ) : (
        <div className={styles.split}>
          <div className={styles.days}>
            <AccountTrends
              lines={lines}
              usual={days.data.usual ?? undefined}
              label={`${title} by account`}
              totalName="All accounts"
              format={wholeNumber}
              formatAxis={compactNumber}
              formatDay={shortDayLabel}
              height={linesHeight}
              marks={marks}
            >
              <BreakdownTotal metric={metric} breakdown={parts.data} />
            </AccountTrends>
          </div>
          {kinds.length > 0 && (
            <div className={styles.parts}>
              <div className={partStyles.kinds}>
                <Donut slices={kinds} label={label} format={wholeNumber} size={88} />
                <PartList parts={kinds} label={label} whole={wholeBehind(kinds, parts.data.value)} approx={null} />
              </div>
            </div>
          )}
        </div>
      )}
    </Card>
  );
}
