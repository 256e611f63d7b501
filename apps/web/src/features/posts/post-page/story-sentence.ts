import { type StoryDay, storyHours, type StoryOfDay } from '@tidemark/contract';
import { plural, wholeNumber } from '#web/platform/format.ts';

/** Ratios between these count as usual. */
const [usualFrom, usualTo] = [0.95, 1.05];
const share = (ratio: number) => `${Math.round(100 * ratio)}%`;

/** Says how many people a story reached, and whether that is usual. */
export function describeReach({ reach, timestamp }: StoryOfDay, { usualReach }: StoryDay, now: number): string {
  if (reach === null) return 'Instagram has not reported the reach of this story.';
  const isLive = now - Date.parse(timestamp) < storyHours * 3_600_000;
  const people = `Reached ${wholeNumber(reach)} ${plural(reach, 'person', 'people')}`;
  if (!usualReach || usualReach.median === 0) return `${people}${isLive ? ' so far' : ''}.`;
  if (isLive) return `${people} so far; your stories usually end at ${wholeNumber(usualReach.median)}.`;
  const ratio = reach / usualReach.median;
  if (ratio >= usualFrom && ratio <= usualTo) return `${people}, about as many as usual.`;
  if (ratio > usualTo) return `${people}, ${ratio.toFixed(ratio < 10 ? 1 : 0)} times as many as usual.`;
  return `${people}, ${share(1 - ratio)} fewer than usual.`;
}

/** Says which of the day's stories it is, how its reach compares with the first one's, and where most people left. */
export function describeDay(mediaId: string, { stories }: StoryDay): string {
  const place = stories.findIndex((story) => story.mediaId === mediaId);
  const [first] = stories;
  if (stories.length < 2 || !first) return 'The only story of that day.';
  const reach = stories[place]?.reach ?? null;
  const worst = findMostExits(stories);
  return [
    `Story ${place + 1} of ${stories.length} that day.`,
    ...(place > 0 && reach !== null && first.reach
      ? [`It reached ${share(reach / first.reach)} as many people as the first.`]
      : []),
    ...(worst === null
      ? []
      : [`Story ${worst.place + 1} lost the largest share of its viewers: ${share(worst.rate)}.`]),
  ].join(' ');
}

/**
 * Returns the story with the most exits for each person that it reached, since earlier stories reach more; null if
 * several share it, or nobody left.
 */
function findMostExits(stories: readonly StoryOfDay[]): { place: number; rate: number } | null {
  const rates = stories.map(({ exits, reach }) => (exits && reach ? exits / reach : 0));
  const rate = Math.max(...rates);
  const place = rates.indexOf(rate);
  return rate > 0 && rates.lastIndexOf(rate) === place ? { place, rate } : null;
}
