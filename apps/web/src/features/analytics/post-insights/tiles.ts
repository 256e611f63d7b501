import type { MediaAggregate, MediaTotals } from '@tidemark/contract';
import { compactNumber, percent } from '#web/platform/format.ts';
import type { DayValue } from '#web/ui/charts/trend-bars.tsx';
import { deltaOf, type HighlightFigure } from '../highlights/highlight-figures.ts';

export interface TileFigure {
  key: string;
  label: string;
  text: string;
  approximate: boolean;
  /** Null when nothing was there before. */
  delta: HighlightFigure['delta'];
  series: DayValue[];
  format: (value: number) => string;
}

const leastCount = 1;
const leastPoints = 0.1;

/** The four tiles; all zero while there is nothing. */
export function toTiles(aggregate: MediaAggregate | null): TileFigure[] {
  const now = aggregate?.totals ?? null;
  const before = aggregate?.previousTotals ?? null;
  const days = aggregate?.dailyMetrics ?? [];
  const count = (key: 'reach' | 'views' | 'total_interactions', label: string): TileFigure => ({
    key,
    label,
    text: compactNumber(now?.[key] ?? 0),
    approximate: (key === 'reach' ? now?.reachIsApprox : now?.isApprox) ?? false,
    delta: before && deltaOf((now?.[key] ?? 0) - (before[key] ?? 0), leastCount, compactNumber),
    series: days.map((day) => ({ date: day.date, value: day[key] })),
    format: compactNumber,
  });
  return [
    count('reach', 'Total Reach'),
    count('views', 'Views'),
    {
      key: 'avgEngagementRate',
      label: 'Avg Engagement Rate',
      text: percent(now?.avgEngagementRate ?? 0),
      approximate: now?.reachIsApprox ?? false,
      delta: before && rateDelta(now, before),
      series: days.map(({ date, reach, total_interactions }) => ({ date, value: dayRate(reach, total_interactions) })),
      format: percent,
    },
    count('total_interactions', 'Total Interactions'),
  ];
}

function rateDelta(now: MediaTotals | null, before: MediaTotals) {
  const points = (now?.avgEngagementRate ?? 0) - before.avgEngagementRate;
  return deltaOf(points, leastPoints, (size) => `${size.toFixed(1)} pt`);
}

function dayRate(reach: number | null, interactions: number | null): number | null {
  if (reach === null) return null;
  return reach > 0 ? (Math.max(0, interactions ?? 0) / reach) * 100 : 0;
}
