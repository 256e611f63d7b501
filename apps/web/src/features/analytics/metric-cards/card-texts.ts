import { compactNumber, percent, trendPercent } from '#web/platform/format.ts';
import { totalNumber } from '../post-activity/post-activity.ts';
import type { SmallCard } from './small-card-metric.ts';
import type { Direction } from './trend.ts';

interface CardTexts {
  title: string;
  /** How the metric is called within a sentence. */
  word: string;
  guideTitle: string;
  failure: string;
  nothing: string;
  /** True: a percentage; the virality score is a number of its own. */
  format: (value: number) => string;
}

export const cardTexts: Record<SmallCard, CardTexts> = {
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
  metric: SmallCard;
  direction: Direction;
  percentChange: number;
  /** The period before, as written dates. */
  start: string;
  end: string;
}

export function trendSentence({ metric, direction, percentChange, start, end }: TrendSentence): string {
  const { word } = cardTexts[metric];
  if (direction === 'flat') return `Your ${word} is the same as it was ${start} - ${end}`;
  const sentence = `Your ${word} is ${direction} from ${start} - ${end}`;
  return metric === 'engagement-rate' ? `${sentence} (${trendPercent(Math.abs(percentChange))})` : sentence;
}

export const approximateText =
  'Approximate: a day of this range is not stored yet, or people were counted once for each day or account.';
