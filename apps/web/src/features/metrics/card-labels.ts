import type { Change, Comparison, MetricCard } from '@tidemark/contract';
import { listNames, mapNames } from '@tidemark/contract/map-names';
import { changeRange, type Direction, metricLabels, numberLine } from '@tidemark/presentation';
import { type DayRange } from '#web/features/periods/index.ts';
import { dayLabel, trendPercent } from '#web/platform/format.ts';
import type { SmallCard } from './small-card-metric.ts';

const texts: Record<SmallCard, { failure: string; nothing: string }> = {
  followers: { failure: 'Unable to calculate follower count', nothing: 'No follower data available' },
  'engagement-rate': { failure: 'Unable to calculate engagement rate', nothing: 'No engagement data available' },
  'conversion-rate': {
    failure: 'Unable to calculate content conversion rate',
    nothing: 'No conversion data available',
  },
  'virality-score': { failure: 'Unable to calculate virality score', nothing: 'No virality data available' },
  'engaged-audience': {
    failure: 'Unable to calculate engaged audience percentage',
    nothing: 'No audience data available',
  },
  'post-activity': { failure: 'Unable to retrieve post activity', nothing: 'No post activity data available' },
};

export const cardLabels = mapNames(listNames(texts), (card) => ({ ...metricLabels[card], ...texts[card] }));

interface TrendSentence {
  /** Metric name for use in a sentence. */
  word: string;
  /** Null without a certain change. */
  direction: Direction | null;
  change: Pick<Change, 'changeState' | 'changeBounds'>;
  /** Only if the sentence states how large the change is. */
  percentChange?: number | null;
  comparison: Comparison;
  /** The comparison period; null if none was chosen. */
  previous: DayRange | null;
}

/** Null if no comparison was chosen. */
export function trendSentence(trend: TrendSentence): string | null {
  const { word, direction, change, percentChange, comparison, previous } = trend;
  if (previous === null) return null;
  const { changeState, changeBounds } = change;
  if (changeState === 'none') return noComparisonText(comparison);
  if (changeState === 'comparing') return 'Instagram’s count of people is loading; the change follows.';
  const span = `${dayLabel(previous.from)} - ${dayLabel(previous.to)}`;
  const range = changeRange(changeBounds);
  if (changeState === 'uncertain')
    return `The change in your ${word} from ${span} is uncertain${range ? `: ${range}` : ''}`;
  const size = percentChange == null ? '' : ` (${trendPercent(Math.abs(percentChange))})`;
  const sentence =
    direction === 'flat'
      ? `Your ${word} is the same as it was ${span}`
      : `Your ${word} is ${direction} from ${span}${size}`;
  const estimate = changeState === 'estimated' && range ? `. Estimated: ${range}` : '';
  return withComparedDays(sentence + estimate, comparison);
}

/** Formats 'Then 48,210, now 50,114.', the compared values behind a trend; null without a certain change. */
export function comparedValues(
  { previous, change, previousApprox }: Pick<MetricCard, 'previous' | 'change' | 'previousApprox'>,
  format: (value: number) => string,
): string | null {
  if (previous === null || change === null) return null;
  return `Then ${numberLine(previous, previousApprox, format)}, now ${format(previous + change)}.`;
}

/** Explains the dash that replaces a trend. */
export function noComparisonText({ noDataBefore }: Pick<Comparison, 'noDataBefore'>): string {
  return noDataBefore ? `No data before ${dayLabel(noDataBefore)}` : 'Nothing to compare with yet';
}

function withComparedDays(sentence: string, { days, of }: Comparison): string {
  return days > 0 && days < of ? `${sentence}. Compared over the first ${days} of ${of} days.` : sentence;
}
