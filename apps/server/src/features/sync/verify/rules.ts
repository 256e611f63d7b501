export type Figures = Partial<Record<string, number | null>>;

export interface Difference {
  what: 'day' | 'window' | 'demographics' | 'online followers' | 'post' | 'gains';
  /** The day, the window, the media: whatever it is of. */
  where: string;
  figure: string;
  stored: number | string | null;
  instagram: number | string | null;
}

/** `moved` counts what Instagram tells otherwise since our last reading, as it may: the next reading will bring it. */
export interface Compared {
  compared: number;
  moved: number;
  differences: Difference[];
}

interface Found {
  difference: Difference;
  mayHaveMoved: boolean;
}

/** Differences are ours to explain; what may have moved on since the reading is only counted. */
function tally(compared: number, found: Found[]): Compared {
  return {
    compared,
    moved: found.filter(({ mayHaveMoved }) => mayHaveMoved).length,
    differences: found.filter(({ mayHaveMoved }) => !mayHaveMoved).map(({ difference }) => difference),
  };
}

/** Figures that Instagram gives and that are stored otherwise, or not. What it does not give now proves nothing. */
function unlike(stored: Figures, told: Figures) {
  return Object.entries(told).flatMap(([figure, value]) => {
    const kept = stored[figure] ?? null;
    return value === null || value === undefined || value === kept ? [] : [{ figure, stored: kept, instagram: value }];
  });
}

export interface StoredDay {
  complete: boolean;
  figures: Figures;
}

export interface DaysToCompare {
  stored: ReadonlyMap<string, StoredDay>;
  told: ReadonlyMap<string, Figures>;
  /** When days were last read. */
  lastReadAt: Date;
  /** The instant at which a day begins. */
  startOf: (day: string) => Date;
  /** Days that are known to be lost. */
  isLost: (day: string) => boolean;
}

/**
 * Whole days, figure by figure. Instagram revises a day for about two days, and each reading takes the three days before
 * it again: until our first reading on the third day after, what is stored may have been overtaken. A day whose end we
 * have not seen yet is one of these.
 */
export function compareDays({ stored, told, lastReadAt, startOf, isLost }: DaysToCompare): Compared {
  const found = [...told].flatMap(([day, figures]): Found[] => {
    if (isLost(day)) return [];
    const mayHaveMoved = lastReadAt < startOf(dayAfter(day, 3));
    const row = stored.get(day);
    if (!row?.complete)
      return [
        {
          difference: { what: 'day' as const, where: day, figure: 'all', stored: null, instagram: 'told' },
          mayHaveMoved: lastReadAt < startOf(dayAfter(day, 1)),
        },
      ];
    return unlike(row.figures, figures).map((difference) => ({
      difference: { what: 'day' as const, where: day, ...difference },
      mayHaveMoved: mayHaveMoved || (difference.figure === 'followers' && isClose(difference)),
    }));
  });
  return tally(told.size, found);
}

/** Followers of a day are reckoned back over the days since, whose comings and goings Instagram revises, too. */
function isClose({ stored, instagram }: { stored: number | null; instagram: number }): boolean {
  return stored !== null && Math.abs(stored - instagram) <= Math.max(5, instagram * 0.005);
}

export interface Window {
  endDay: string;
  days: number;
  reach: number | null;
  engaged: number | null;
}

/** Unique people of whole windows; they move for as long as the last of their days does. */
export function compareWindows(
  stored: readonly Window[],
  told: readonly Window[],
  { lastReadAt, startOf }: Pick<DaysToCompare, 'lastReadAt' | 'startOf'>,
): Compared {
  const nameOf = ({ endDay, days }: Window) => `${days} days to ${endDay}`;
  const kept = new Map(stored.map((window) => [nameOf(window), window]));
  const found = told.flatMap((window) => {
    const { reach, engaged } = window;
    const row = kept.get(nameOf(window));
    return unlike({ reach: row?.reach, engaged: row?.engaged }, { reach, engaged }).map((difference) => ({
      difference: { what: 'window' as const, where: nameOf(window), ...difference },
      mayHaveMoved: lastReadAt < startOf(dayAfter(window.endDay, 3)),
    }));
  });
  return tally(told.length, found);
}

export interface OnlineHours {
  day: string;
  hours: (number | null)[];
}

export function compareOnline(
  stored: readonly OnlineHours[],
  told: readonly OnlineHours[],
  { lastReadAt, startOf }: Pick<DaysToCompare, 'lastReadAt' | 'startOf'>,
): Compared {
  const kept = new Map(stored.map(({ day, hours }) => [day, hours]));
  const byHour = (hours: (number | null)[] | undefined): Figures =>
    Object.fromEntries((hours ?? []).map((count, hour) => [`hour ${hour}`, count]));
  const found = told.flatMap(({ day, hours }) =>
    unlike(byHour(kept.get(day)), byHour(hours)).map((difference) => ({
      difference: { what: 'online followers' as const, where: day, ...difference },
      mayHaveMoved: lastReadAt < startOf(dayAfter(day, 3)),
    })),
  );
  return tally(told.length, found);
}

export interface Cell {
  dimension: string;
  key: string;
  value: number;
}

/**
 * Instagram tells only who an audience is now, and it changes by the day: single cells that differ have moved. What
 * cannot have moved is a dimension that is not stored at all, or whose sum is off by more than a tenth for each day.
 */
export function compareDemographics(
  audience: string,
  stored: { day: string; cells: readonly Cell[] } | null,
  told: readonly Cell[],
  today: string,
): Compared {
  const apart = stored ? daysApart(stored.day, today) : 0;
  const found = [...new Set(told.map(({ dimension }) => dimension))].flatMap((dimension) => {
    const cellsOf = (cells: readonly Cell[]) =>
      Object.fromEntries(cells.filter((cell) => cell.dimension === dimension).map(({ key, value }) => [key, value]));
    const [kept, now] = [cellsOf(stored?.cells ?? []), cellsOf(told)];
    const [sumKept, sumNow] = [sumOf(kept), sumOf(now)];
    const where = `${audience}, ${stored?.day ?? 'no day'}`;
    if (Math.abs(sumNow - sumKept) > Math.max(5, sumNow * 0.1 * (apart + 1)))
      return [
        {
          difference: { what: 'demographics' as const, where, figure: dimension, stored: sumKept, instagram: sumNow },
          mayHaveMoved: false,
        },
      ];
    return unlike(kept, now).map(({ figure, ...values }) => ({
      difference: { what: 'demographics' as const, where, figure: `${dimension} ${figure}`, ...values },
      mayHaveMoved: true,
    }));
  });
  return tally(told.length, found);
}

export interface StoredPost {
  id: string;
  isStory: boolean;
  publishedAt: Date;
  observedAt: Date;
  /** Missing from a list of Instagram since, or given up. */
  isGone: boolean;
  hasInsights: boolean;
  totals: Figures;
  /** The sums of what it gained day by day. */
  gains: Figures;
}

export interface ListedPost {
  id: string;
  publishedAt: Date;
  totals: Figures;
}

export interface PostsToCompare {
  stored: readonly StoredPost[];
  listed: readonly ListedPost[];
  /** When the list was last read as far back as a post published then; null while it never was. */
  lastListedAt: (publishedAt: Date) => Date | null;
}

// People take a like, a comment or a share back, and views and reach are revised a little.
const mayFall = 0.05;
const mayFallBy = 5;

/**
 * Posts and their totals. Totals grow: one above ours has moved on since our reading. One below ours has only when the
 * fall is small; a greater one means that we counted too much. A post that we do not have is a difference when the list
 * was read after it was published; one that is not listed any more, when a list was read since that should have told.
 */
export function comparePosts({ stored, listed, lastListedAt }: PostsToCompare): Compared {
  const posts = new Map(stored.filter(({ isStory }) => !isStory).map((post) => [post.id, post]));
  const still = new Set(listed.map(({ id }) => id));
  const found = [
    ...listed.flatMap((post): Found[] => {
      const kept = posts.get(post.id);
      const listedAt = lastListedAt(post.publishedAt);
      if (!kept || kept.isGone)
        return [presence(post.id, kept ? 'gone' : null, 'listed', !listedAt || listedAt < post.publishedAt)];
      if (!kept.hasInsights) return [];
      return unlike(kept.totals, post.totals).map((difference) => ({
        difference: { what: 'post' as const, where: post.id, ...difference },
        mayHaveMoved: hasMoved(difference.stored, difference.instagram),
      }));
    }),
    ...[...posts.values()].flatMap((post) => {
      if (post.isGone || still.has(post.id)) return [];
      const listedAt = lastListedAt(post.publishedAt);
      return [presence(post.id, 'kept', 'not listed', !listedAt || listedAt <= post.observedAt)];
    }),
  ];
  return tally(listed.length, found);
}

function presence(id: string, stored: string | null, instagram: string, mayHaveMoved: boolean): Found {
  return { difference: { what: 'post' as const, where: id, figure: 'post', stored, instagram }, mayHaveMoved };
}

function hasMoved(stored: number | null, instagram: number): boolean {
  if (stored === null) return false;
  return instagram > stored || stored - instagram <= Math.max(mayFallBy, stored * mayFall);
}

/** What a media gained day by day adds up to its total, always and exactly. */
export function compareGains(stored: readonly StoredPost[]): Compared {
  const found = stored.flatMap(({ id, totals, gains }) =>
    Object.keys(gains).flatMap((figure) => {
      const [sum, total] = [gains[figure] ?? 0, totals[figure] ?? 0];
      const difference = { what: 'gains' as const, where: id, figure, stored: sum, instagram: total };
      return sum === total ? [] : [{ difference, mayHaveMoved: false }];
    }),
  );
  return tally(stored.length, found);
}

function sumOf(cells: Record<string, number>): number {
  return Object.values(cells).reduce((sum, value) => sum + value, 0);
}

function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

function daysApart(one: string, other: string): number {
  return Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000;
}
