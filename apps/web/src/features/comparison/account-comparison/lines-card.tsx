import { useMemo } from 'react';
import { useNetworkMetrics, useShownAccounts } from '#web/features/accounts/index.ts';
import { useDayMarks } from '#web/features/annotations/index.ts';
import { ExportMenu } from '#web/features/exports/index.ts';
import { breakdownLabels } from '#web/features/metrics/index.ts';
import { usePeriod } from '#web/features/periods/index.ts';
import { compactNumber, shortDayLabel, wholeNumber } from '#web/platform/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TrendLines } from '#web/ui/charts/trend-lines.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './compare-page.module.css';
import { type LineScale, lineScales, listCharts } from './comparison-view.ts';
import { useComparisonView } from './use-comparison-view.ts';
import { indexLine } from './index-lines.ts';
import { useComparedLines } from './use-compared-lines.ts';

const chartHeight = 300;
const scaleLabels: Record<LineScale, { label: string; title: string }> = {
  linear: { label: 'Linear', title: 'Equal steps are equal amounts' },
  log: { label: 'Log', title: 'Equal steps are equal ratios; small accounts stay readable' },
  indexed: { label: 'Indexed', title: 'All start at 100, to compare accounts of any size' },
};
const scaleOptions = lineScales.map((value) => ({ value, ...scaleLabels[value] }));
const indexText = (value: number) => value.toFixed(0);

/** Charts the chosen accounts day by day, on one of three scales. */
export function LinesCard() {
  const [{ chart, scale }, show] = useComparisonView();
  const { lines, chosen, error, isPending, isFetching, refetch } = useComparedLines();
  const marks = useDayMarks(useShownAccounts(), usePeriod(), chart);
  const drawn = useMemo(() => {
    const found = lines.filter(({ id }) => chosen.has(id));
    return scale === 'indexed' ? found.map(indexLine) : found;
  }, [lines, chosen, scale]);
  const { title, word } = breakdownLabels[chart];
  const charts = listCharts(useNetworkMetrics());

  function toggle(id: string) {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    // The last line stays: an empty chart answers nothing.
    if (next.size > 0) show({ lines: [...next] });
  }

  return (
    <Card
      title={`${title} over time`}
      sub={scale === 'indexed' ? 'Indexed: each account’s first day = 100' : 'Choose the accounts to draw'}
      tools={
        <ExportMenu
          title={`${title} over time`}
          sections={['days']}
          metrics={[chart]}
          accountIds={[...chosen]}
          chart={drawn.length > 0 ? drawn : null}
        />
      }
      className={styles.card}
      refreshing={isFetching && !isPending}
      data-panel="compared-lines"
    >
      <div className={styles.controls}>
        {charts.length > 1 && (
          <Segmented
            label="Metric"
            value={chart}
            options={charts.map((value) => ({ value, label: breakdownLabels[value].title }))}
            onChange={(metric) => show({ chart: metric })}
          />
        )}
        <Segmented label="Scale" value={scale} options={scaleOptions} onChange={(next) => show({ scale: next })} />
      </div>
      {error ? (
        <EmptyState title={`Could not load ${word}`} action={<Button onClick={refetch}>Try again</Button>} />
      ) : isPending ? (
        <Skeleton height={chartHeight} radius={14} />
      ) : lines.length === 0 ? (
        <EmptyState title={`No ${word} data available`} />
      ) : (
        <>
          <div className={styles.choice} role="group" aria-label="Accounts in the chart">
            {lines.map(({ id, name, picture, color, dashed }) => (
              <button
                key={id}
                type="button"
                className={styles.pick}
                aria-pressed={chosen.has(id)}
                onClick={() => toggle(id)}
              >
                <Avatar src={picture} name={name} size={20} ring={color} dashed={dashed} />
                <bdi className={styles.name}>{name}</bdi>
              </button>
            ))}
          </div>
          <TrendLines
            lines={drawn}
            label={`${title} by account${scale === 'indexed' ? ', the first day of each is 100' : ''}`}
            format={scale === 'indexed' ? indexText : wholeNumber}
            formatAxis={scale === 'indexed' ? indexText : compactNumber}
            formatDay={shortDayLabel}
            height={chartHeight}
            marks={marks}
            scale={scale === 'log' ? 'log' : 'linear'}
          />
        </>
      )}
    </Card>
  );
}
