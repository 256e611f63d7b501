import type { Comparison, MetricCard } from '@tidemark/contract';
import { compactNumber, dayLabel, percent, trendPercent } from '#web/platform/format.ts';
import { totalNumber } from '../post-activity/post-activity.ts';
import type { SmallCard } from './small-card-metric.ts';
import type { Direction } from './trend.ts';

interface CardLabels {
  title: string;
  /** The name of the metric within a sentence. */
  word: string;
  guideTitle: string;
  failure: string;
  nothing: string;
  /** True for percentages; the virality score is a plain number. */
  format: (value: number) => string;
}

export const cardLabels: Record<SmallCard, CardLabels> = {
  followers: {
    title: 'Followers',
    word: 'follower count',
    guideTitle: 'Follower Count Card Guide',
    failure: 'Unable to calculate follower count',
    nothing: 'No follower data available',
    format: compactNumber,
  },
  'engagement-rate': {
    title: 'Engagement Rate',
    word: 'engagement rate',
    guideTitle: 'Engagement Rate Card Guide',
    failure: 'Unable to calculate engagement rate',
    nothing: 'No engagement data available',
    format: percent,
  },
  'conversion-rate': {
    title: 'Conversion Rate',
    word: 'conversion rate',
    guideTitle: 'Conversion Rate Card Guide',
    failure: 'Unable to calculate content conversion rate',
    nothing: 'No conversion data available',
    format: percent,
  },
  'virality-score': {
    title: 'Virality Score',
    word: 'virality score',
    guideTitle: 'Virality Score Card Guide',
    failure: 'Unable to calculate virality score',
    nothing: 'No virality data available',
    format: (value) => percent(value).replace('%', ''),
  },
  'engaged-audience': {
    title: 'Engaged Audience',
    word: 'engaged audience',
    guideTitle: 'Engaged Audience Card Guide',
    failure: 'Unable to calculate engaged audience percentage',
    nothing: 'No audience data available',
    format: percent,
  },
  'post-activity': {
    title: 'Post Activity',
    word: 'post activity',
    guideTitle: 'Post Activity Card Guide',
    failure: 'Unable to retrieve post activity',
    nothing: 'No post activity data available',
    format: totalNumber,
  },
};

interface TrendSentence {
  /** The metric's name within a sentence. */
  word: string;
  /** Null without a comparison. */
  direction: Direction | null;
  /** Only if the sentence states the size of the change. */
  percentChange?: number | null;
  comparison: Comparison;
  /** The previous period, as formatted dates. */
  start: string;
  end: string;
}

export function trendSentence({ word, direction, percentChange, comparison, start, end }: TrendSentence): string {
  if (direction === null) return noComparisonText(comparison);
  if (direction === 'flat') return withComparedDays(`Your ${word} is the same as it was ${start} - ${end}`, comparison);
  const sentence = `Your ${word} is ${direction} from ${start} - ${end}`;
  const size = percentChange == null ? '' : ` (${trendPercent(Math.abs(percentChange))})`;
  return withComparedDays(sentence + size, comparison);
}

/** 'Then 48,210, now 50,114.': the compared values behind a trend; null without a comparison. */
export function comparedValues(
  { previous, change }: Pick<MetricCard, 'previous' | 'change'>,
  format: (value: number) => string,
): string | null {
  if (previous === null || change === null) return null;
  return `Then ${format(previous)}, now ${format(previous + change)}.`;
}

/** Explains the dash that replaces a trend. */
export function noComparisonText({ noDataBefore }: Pick<Comparison, 'noDataBefore'>): string {
  return noDataBefore ? `No data before ${dayLabel(noDataBefore)}` : 'Nothing to compare with yet';
}

function withComparedDays(sentence: string, { days, of }: Comparison): string {
  return days > 0 && days < of ? `${sentence}. Compared over the first ${days} of ${of} days.` : sentence;
}
