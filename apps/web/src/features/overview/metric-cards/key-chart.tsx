import { addDays } from '@tidemark/contract/calendar-day';
import { levelSentence, toUsualDays, type TrendLine, usualDaysSentence } from '@tidemark/presentation';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import { useDayMarks } from '#web/features/annotations/index.ts';
import { ExportMenu } from '#web/features/exports/index.ts';
import { cardLabels, type SmallCardMetric } from '#web/features/metrics/index.ts';
import { usePeriod } from '#web/features/periods/index.ts';
import { usePickWhen } from '#web/features/posts/index.ts';
import { shortDayLabel, wholeNumber } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TrendLines } from '#web/ui/charts/trend-lines.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { GuideButton } from '#web/ui/guide-button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { lazyGuide } from '#web/ui/lazy-guide.tsx';
import { keyChartId } from './key-chart-id.ts';
import { metricCardQuery } from './metric-card.query.ts';

const MetricGuide = lazyGuide(async () => (await import('./metric-guide.tsx')).MetricGuide);

/** Days before the range that say what is usual. */
const usualSpan = 84;
const color = 'var(--pri)';

interface KeyChartProps {
  metric: SmallCardMetric;
  onClose: () => void;
  fallback: ReactNode;
}

/** A key metric's days as a large chart: against what is usual for the weekday, or as a level. */
export function KeyChart({ metric, onClose, fallback }: KeyChartProps) {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const marks = useDayMarks(accountIds, period, metric);
  const { pickWhen } = usePickWhen();
  const frame = useRef<HTMLDivElement>(null);
  const { title, nothing, failure } = cardLabels[metric];
  const isLevel = metric === 'followers';
  const format = isLevel ? wholeNumber : cardLabels[metric].format;
  const { data, error, isPlaceholderData, refetch } = useQuery(metricCardQuery(metric, accountIds, period));
  const before = useQuery(
    metricCardQuery(metric, isLevel ? [] : accountIds, {
      from: addDays(period.from, -usualSpan),
      to: addDays(period.from, -1),
      previous: null,
    }),
  );
  const series = data?.series;
  const history = before.isPlaceholderData ? undefined : before.data?.series;
  const usual = useMemo(
    () =>
      series && history
        ? toUsualDays(
            series.map(({ date }) => date),
            history,
          )
        : null,
    [series, history],
  );
  const isReady = series !== undefined || error !== null;

  useEffect(() => {
    // The card that was clicked may be far above on a phone; a page opened with this address stays where it is.
    if (isReady && document.activeElement?.getAttribute('aria-controls') === keyChartId)
      frame.current?.scrollIntoView({ block: 'nearest' });
  }, [isReady, metric]);

  if (!isReady) return fallback;
  const line: TrendLine = {
    id: metric,
    name: title,
    picture: null,
    color,
    dashed: false,
    series: series ?? [],
    usual: usual ?? [],
  };
  const isEmpty = !series?.some(({ value }) => value !== null);
  return (
    <div ref={frame} id={keyChartId}>
      <Card
        title={`${title} by day`}
        sub={isEmpty ? nothing : toSentence()}
        tools={
          <>
            <ExportMenu
              title={title}
              sections={['metrics', 'days']}
              metrics={[metric]}
              chart={isEmpty ? null : [{ name: title, color }]}
            />
            <GuideButton title={`${title} Chart Guide`}>
              <MetricGuide metric={metric} />
            </GuideButton>
            <IconButton label="Close the chart" onClick={onClose}>
              <X size={18} aria-hidden="true" />
            </IconButton>
          </>
        }
        refreshing={isPlaceholderData}
        data-panel="key-chart"
      >
        {error && isEmpty ? (
          <EmptyState compact title={failure} action={<Button onClick={() => void refetch()}>Try again</Button>} />
        ) : (
          <TrendLines
            lines={[line]}
            label={title}
            format={format}
            formatAxis={cardLabels[metric].format}
            formatDay={shortDayLabel}
            height={280}
            marks={marks}
            onPickDay={(day) => pickWhen({ day })}
          />
        )}
      </Card>
    </div>
  );

  function toSentence(): string {
    if (isLevel) return levelSentence(series ?? [], format) ?? 'One day in this range.';
    if (before.error) return 'What is usual could not be loaded.';
    if (!usual) return 'Comparing with the twelve weeks before…';
    return (
      usualDaysSentence(series ?? [], usual) ??
      'What is usual is not known yet: it takes eight weeks of days before this range.'
    );
  }
}
