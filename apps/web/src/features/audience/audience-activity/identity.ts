import { blockLabels } from '#web/features/posts/index.ts';
import { toBand, weekdayName } from './day-labels.ts';
import { dayTotals, type Week } from './week.ts';
import type { NamedShare } from './top-names.ts';

export interface Identity {
  posts: number;
  /** One weekday, or two if tied; empty for more. */
  weekdays: string[];
  /** Percentage of all posts published on each. */
  weekdayShare: number;
  /** Null if no time of day stands out. */
  time: { band: string; block: string } | null;
  hashtag: string | null;
  mention: string | null;
  collaborator: string | null;
}

interface Names {
  hashtags: readonly NamedShare[];
  mentions: readonly NamedShare[];
  collabs: readonly NamedShare[];
}

/** Characterises an account by publishing times and the names its posts mention most. Null if nothing was published. */
export function toIdentity(week: Week, { hashtags, mentions, collabs }: Names): Identity | null {
  const totals = dayTotals(week);
  const posts = totals.reduce((sum, count) => sum + count, 0);
  if (posts === 0) return null;
  const strongest = placesOfMost(totals);
  const times = placesOfMost(blockLabels.map((_, block) => week.reduce((sum, day) => sum + (day[block] ?? 0), 0)));
  const block = times.length === 1 ? times[0] : undefined;
  return {
    posts,
    weekdays: strongest.length <= 2 ? strongest.map(weekdayName) : [],
    weekdayShare: Math.round((Math.max(...totals) / posts) * 100),
    time: block === undefined ? null : { band: toBand(block).words, block: blockLabels[block] ?? '' },
    hashtag: hashtags[0]?.name ?? null,
    mention: mentions[0]?.name ?? null,
    collaborator: collabs[0]?.name ?? null,
  };
}

function placesOfMost(counts: readonly number[]): number[] {
  const most = Math.max(...counts);
  return counts.flatMap((count, place) => (count === most ? [place] : []));
}
