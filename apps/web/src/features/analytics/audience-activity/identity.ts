import { bandOf, weekdayName } from './day-words.ts';
import { blockLabels, dayTotals, peakOf, type Week } from './local-week.ts';
import type { NamedShare } from './top-names.ts';

export interface Identity {
  posts: number;
  weekday: string;
  /** Percent of all posts that go out on that weekday. */
  weekdayShare: number;
  band: string;
  block: string;
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
  const peak = peakOf(week);
  if (!peak) return null;
  const totals = dayTotals(week);
  const posts = totals.reduce((sum, count) => sum + count, 0);
  return {
    posts,
    weekday: weekdayName(peak.day),
    weekdayShare: Math.round(((totals[peak.day] ?? 0) / posts) * 100),
    band: bandOf(peak.block).words,
    block: blockLabels[peak.block] ?? '',
    hashtag: hashtags[0]?.name ?? null,
    mention: mentions[0]?.name ?? null,
    collaborator: collabs[0]?.name ?? null,
  };
}
