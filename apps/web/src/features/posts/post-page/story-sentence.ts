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
    ...(worst === null ? [] : [`Most people left at story ${worst + 1}.`]),
  ].join(' ');
}

/** Returns the index of the story with the most exits; null if several share it, or nobody left. */
function findMostExits(stories: readonly StoryOfDay[]): number | null {
  const exits = stories.map((story) => story.exits ?? 0);
  const most = Math.max(...exits);
  const place = exits.indexOf(most);
  return most > 0 && exits.lastIndexOf(most) === place ? place : null;
}
