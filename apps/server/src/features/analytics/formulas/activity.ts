import type { ActivityDay, MediaActivity, PreferredFormat } from '@tidemark/contract';
import { engagementRate } from './rates.ts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

export interface ActivityCell {
  /** Four-hour block in the week: 6 × weekday (Sunday is 0) + block. */
  block: number;
  posts: number;
  interactions: number;
}

/** Returns the whole week, with zeros where nothing was published. */
export function toWeek(cells: readonly ActivityCell[]): ActivityDay[] {
  return weekdays.map((weekday, index) => {
    const toBlocks = (pick: (cell: ActivityCell) => number) =>
      Array.from({ length: 6 }, (_, block) =>
        cells.reduce((sum, cell) => (cell.block === index * 6 + block ? sum + pick(cell) : sum), 0),
      );
    const buckets = toBlocks(({ posts }) => posts);
    return {
      weekday,
      buckets,
      total: buckets.reduce((sum, count) => sum + count, 0),
      interactions: toBlocks(({ interactions }) => interactions),
    };
  });
}

export interface NamedPosts {
  kind: 'hashtags' | 'mentions' | 'collabs';
  name: string;
  posts: number;
}

const marks = { hashtags: '#', mentions: '@', collabs: '@' } as const;

/** Counts posts per name, with a single leading mark and case-insensitively; most frequent first. */
export function toNameCounts(names: readonly NamedPosts[], kind: NamedPosts['kind']): MediaActivity['hashtags'] {
  const counts = new Map<string, { name: string; posts: number }>();
  for (const { name, posts } of names.filter((named) => named.kind === kind)) {
    const bare = name
      .trim()
      .replace(/^[@#]+/, '')
      .trim();
    if (bare === '') continue;
    const known = counts.get(bare.toLowerCase());
    counts.set(bare.toLowerCase(), { name: known?.name ?? marks[kind] + bare, posts: (known?.posts ?? 0) + posts });
  }
  return Object.fromEntries(
    [...counts.values()]
      .toSorted((one, other) => other.posts - one.posts || one.name.localeCompare(other.name, 'und'))
      .map(({ name, posts }) => [name, posts]),
  );
}

export interface FormatSums {
  format: PreferredFormat;
  posts: number;
  reach: number;
  interactions: number;
}

/** Returns the format with the highest engagement rate; ties go to the higher reach. */
export function preferredFormat(sums: readonly FormatSums[]): PreferredFormat | null {
  const reached = sums.filter(({ reach }) => reach > 0);
  return (
    reached.toSorted((one, other) => engagementRate(other) - engagementRate(one) || other.reach - one.reach)[0]
      ?.format ?? null
  );
}
