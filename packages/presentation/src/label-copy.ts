import {
  comparedAgeDays,
  type LabelComparison,
  type LabelMetric,
  labelMetrics,
  type LabelRule,
  minPostsWithLabel,
  postCatalogue,
} from '@tidemark/contract';
import { mapNames } from '@tidemark/contract/map-names';
import { compactNumber, percent, plural } from './format.ts';
import { weekdayNames } from './week-labels.ts';

const maxP = 0.05;

export const labelMetricNames: Record<LabelMetric, string> = mapNames(
  labelMetrics,
  (metric) => postCatalogue[metric].label,
);

export const labelFormatNames = { reel: 'Reels', carousel: 'Carousels', static: 'Single posts' } as const;

export function labelMetricText(metric: LabelMetric, value: number): string {
  return metric === 'engagement_rate' ? percent(value) : compactNumber(value);
}

/** True if the difference is unlikely to be chance; false for too few posts. */
export function isClearRatio({ adjustedP }: LabelComparison): boolean {
  return adjustedP !== null && adjustedP < maxP;
}

/** `1.3 to 1.8` */
export function ratioText({ low, high }: { low: number; high: number }): string {
  const short = [low, high].map((ratio) => ratio.toFixed(1));
  const isTooShort = short[0] === short[1] || short.includes('1.0') || low < 0.1;
  return (isTooShort ? [low, high].map((ratio) => ratio.toFixed(2)) : short).join(' to ');
}

/** Sums up the comparison in one sentence. */
export function comparisonSentence({
  name,
  metric,
  comparison,
}: {
  name: string;
  metric: LabelMetric;
  comparison: LabelComparison;
}): string {
  const { ratio, labelled, others, adjustedP } = comparison;
  if (!ratio || adjustedP === null) return missingSentence(comparison);
  const opening = isClearRatio(comparison) ? 'Posts' : 'No clear difference: posts';
  const result =
    metric === 'engagement_rate'
      ? `have an engagement rate ${changeText(ratio, ['lower', 'higher'])} than similar posts`
      : `get ${changeText(ratio, ['fewer', 'more'])} ${labelMetricNames[metric].toLowerCase()} than similar posts`;
  return `${opening} labelled ${name} ${result} (${labelled.posts} against ${others.posts} posts).`;
}

/** `31% to 84% more`, `between 20% fewer and 30% more` */
function changeText({ low, high }: { low: number; high: number }, [less, more]: [string, string]): string {
  const share = (ratio: number) => `${Math.abs(Math.round((ratio - 1) * 100))}%`;
  if (low < 1 && high > 1) return `between ${share(low)} ${less} and ${share(high)} ${more}`;
  const [near, far] = low < 1 ? [high, low] : [low, high];
  return `${share(near)} to ${share(far)} ${low < 1 ? less : more}`;
}

function correctionText({ p, adjustedP }: LabelComparison, tested: number): string {
  if (p === null || adjustedP === null || adjustedP <= p) return '';
  return `, corrected for ${tested > 1 ? `${tested} labels and ` : ''}the choice of metric`;
}

function missingSentence({ labelled, others, leftOut }: LabelComparison): string {
  if (labelled.posts < minPostsWithLabel)
    return leftOut > 0
      ? `Not enough posts to compare yet (${labelled.posts} of ${minPostsWithLabel}). ${leftOut} labelled ${plural(leftOut, 'post has', 'posts have')} no similar post without the label.`
      : `Not enough posts yet (${labelled.posts} of ${minPostsWithLabel}). Posts count once they are ${comparedAgeDays} days old.`;
  if (others.posts < minPostsWithLabel)
    return `Not enough other posts to compare with (${others.posts} of ${minPostsWithLabel}).`;
  return 'Not enough similar posts to compare with.';
}

function pText(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(p < 0.1 ? 3 : 2)}`;
}

/** Explains the basis of the comparison and its statistics; `tested` labels share the correction of p. */
export function basisText(comparison: LabelComparison, tested: number): string {
  const {
    basis: { days, formats, age },
    leftOut,
    adjustedP,
  } = comparison;
  const same = formats === 'same' ? 'account and format' : 'account';
  const time = days === null ? '' : days % 28 === 0 ? `, from the same ${days / 7} weeks` : ', from the same quarter';
  const totals =
    age === 'seven_days' ? 'Totals seven days after publishing' : 'Lifetime totals of posts at least seven days old';
  const left =
    leftOut > 0 ? ` ${leftOut} labelled ${plural(leftOut, 'post')} excluded: no similar posts to compare with.` : '';
  const test = adjustedP === null ? '' : `, rank test (${pText(adjustedP)}${correctionText(comparison, tested)})`;
  return `Compared with posts of the same ${same}${time}. ${totals}; 95% interval${test}.${left}`;
}

/** `Reels, on Saturdays or Sundays, with #coffee` */
export function ruleText({ formats, weekdays, hashtag, caption }: LabelRule): string {
  return [
    ...(formats ? [formats.map((format) => labelFormatNames[format]).join(' or ')] : ['Posts']),
    ...(weekdays ? [`on ${weekdays.map((day) => `${weekdayNames[day]}s`).join(' or ')}`] : []),
    ...(hashtag === undefined ? [] : [`with #${hashtag}`]),
    ...(caption === undefined ? [] : [`with “${caption}” in the caption`]),
  ].join(', ');
}
