import { findUnusualChanges, type KnownChange, toUsualPercent } from '@tidemark/contract/unusual-changes';
import { metricLabels } from '@tidemark/presentation';
import type { DigestFigures } from '../analytics/index.ts';
import { changeLabel, countLabel, wholeLabel, weekdayLabel } from '../../platform/number-labels.ts';

const maxSentences = 5;
type Names = ReadonlyMap<string, string>;

/**
 * Writes what changed and where it came from, the most unusual first. Every sentence has its number, and none claims a
 * cause that the numbers do not show.
 */
export function writeSentences(figures: DigestFigures, names: Names): string[] {
  const unusual = findUnusualChanges(figures.changes, figures.usual);
  const named = new Set(unusual?.map(({ metric }) => metric));
  return [
    ...(unusual === null
      ? [describeStart(figures)]
      : unusual.length === 0
        ? [describeUsual(figures)]
        : unusual.map((change) => describeChange(change, figures))),
    describeSource(figures, names),
    named.has('followers') ? null : describeFollowers(figures),
    describePosts(figures),
  ]
    .filter((sentence) => sentence !== null)
    .slice(0, maxSentences);
}

function describeChange({ metric, percent, difference, approx }: KnownChange, { usual }: DigestFigures): string {
  const about = approx ? 'about ' : '';
  const isUp = percent > 0;
  const isFollowers = metric === 'followers';
  const verb = !isUp ? 'fell' : isFollowers ? 'grew' : 'rose';
  const size = isFollowers
    ? `by ${about}${wholeLabel(Math.abs(difference))}`
    : `${about}${changeLabel(Math.abs(percent))}`;
  const usualPercent = toUsualPercent({ metric, percent }, usual);
  const most = usualPercent === null ? null : changeLabel(usualPercent);
  const own = isFollowers ? `${changeLabel(Math.abs(percent))}, ` : '';
  const compared = most === null ? '' : ` (${own}usually at most ${most})`;
  return `${capitalize(metricLabels[metric].title.toLowerCase())} ${verb} ${size}${compared}.`;
}

const leadNouns = { views: 'views', total_interactions: 'interactions' };

function describeUsual({ cards, lead }: DigestFigures): string {
  const card = cards[lead];
  const change =
    card.percentChange === null
      ? ''
      : `, ${changeLabel(Math.abs(card.percentChange))} ${card.percentChange < 0 ? 'fewer' : 'more'} than before`;
  return `About the same as usual: ${mark(card)}${wholeLabel(card.current)} ${leadNouns[lead]}${change}.`;
}

function describeStart({ cards, lead }: DigestFigures): string {
  const card = cards[lead];
  return `You had ${mark(card)}${wholeLabel(card.current)} ${leadNouns[lead]}. There is nothing to compare with yet.`;
}

/** Names the account behind the change in views; for one account, the day with the most. */
function describeSource({ accounts, cards, lead }: DigestFigures, names: Names): string | null {
  const { views, [lead]: card } = cards;
  const [largest] = accounts
    .flatMap(({ accountId, viewsChange }) => (viewsChange === null ? [] : [{ accountId, change: viewsChange }]))
    .filter(({ change }) => change !== 0 && Math.sign(change) === Math.sign(views.change ?? 0))
    .toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change));
  if (largest)
    return `The largest part of the ${largest.change > 0 ? 'rise' : 'drop'} came from ${
      names.get(largest.accountId) ?? 'one account'
    }: ${wholeLabel(Math.abs(largest.change))} ${largest.change > 0 ? 'more' : 'fewer'} views.`;
  const [best] = card.series
    .flatMap(({ date, value, isClosed }) => (value !== null && isClosed ? [{ date, value }] : []))
    .toSorted((one, other) => other.value - one.value);
  if (!best || best.value === 0 || card.current === 0) return null;
  const share = Math.round((best.value / card.current) * 100);
  return `${weekdayLabel(best.date)} was the best day, with ${wholeLabel(best.value)} ${leadNouns[lead]}, ${share}% of all.`;
}

function describeFollowers({ cards: { followers } }: DigestFigures): string | null {
  const { current, change } = followers;
  if (current === 0) return null;
  const total = `${mark(followers)}${wholeLabel(current)}`;
  if (change === null) return `You have ${total} followers.`;
  if (change === 0) return `You have ${total} followers, as many as before.`;
  return `You ${change > 0 ? 'gained' : 'lost'} ${countLabel(Math.abs(change), 'follower')} (${total} in total).`;
}

function describePosts({ posts: { current, previous } }: DigestFigures): string | null {
  if (current === 0 && !previous) return null;
  const difference = previous === null ? null : current - previous;
  const compared =
    difference === null
      ? ''
      : difference === 0
        ? ', as many as before'
        : `, ${wholeLabel(Math.abs(difference))} ${difference > 0 ? 'more' : 'fewer'} than before`;
  return `You published ${countLabel(current, 'post')}${compared}.`;
}

const mark = ({ isApprox }: { isApprox: boolean }) => (isApprox ? 'about ' : '');

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
