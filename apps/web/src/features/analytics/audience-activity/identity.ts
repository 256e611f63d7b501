import { bandOf, weekdayName } from './day-words.ts';
import { blockLabels, dayTotals, type Week } from './local-week.ts';
import type { NamedShare } from './top-names.ts';

export interface Identity {
  posts: number;
  /** One, or two that are alike; none when more are. */
  weekdays: string[];
  /** Percent of all posts that go out on each of them. */
  weekdayShare: number;
  /** Null when no time of day stands out. */
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

/** By what an account can be known: when it publishes, and whom and what it names most. Null when nothing was published. */
export function identityOf(week: Week, { hashtags, mentions, collabs }: Names): Identity | null {
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
    time: block === undefined ? null : { band: bandOf(block).words, block: blockLabels[block] ?? '' },
    hashtag: hashtags[0]?.name ?? null,
    mention: mentions[0]?.name ?? null,
    collaborator: collabs[0]?.name ?? null,
  };
}

function placesOfMost(counts: readonly number[]): number[] {
  const most = Math.max(...counts);
  return counts.flatMap((count, place) => (count === most ? [place] : []));
}
