import { addDays, dayMillis } from '@tidemark/contract';
export type Figures = Partial<Record<string, number | null>>;

export interface Difference {
  what: 'series' | 'day' | 'window' | 'demographics' | 'online followers' | 'post' | 'deltas';
  /** The day, window or media item concerned. */
  where: string;
  metric: string;
  stored: number | string | null;
  instagram: number | string | null;
  /** Only for a window's differences. */
  window?: { endDay: string; days: number };
}

/** `moved` counts expected changes at Instagram since our last fetch, which the next one will update. */
export interface Compared {
  compared: number;
  moved: number;
  differences: Difference[];
}

interface Found {
  difference: Difference;
  mayBeStale: boolean;
}

/** Lists differences; changes since the last fetch are only counted. */
function summarize(compared: number, found: Found[]): Compared {
  return {
    compared,
    moved: found.filter(({ mayBeStale }) => mayBeStale).length,
    differences: found.filter(({ mayBeStale }) => !mayBeStale).map(({ difference }) => difference),
  };
}

/** Lists metrics from Instagram that are missing or different here. Metrics it does not return are not compared. */
function diffMetrics(stored: Figures, reported: Figures) {
  return Object.entries(reported).flatMap(([metric, value]) => {
    const own = stored[metric] ?? null;
    return value === null || value === undefined || value === own ? [] : [{ metric, stored: own, instagram: value }];
  });
}

/** Compares the days under which series are stored with the days that their agreement with totals shows. */
export function compareSeries(stored: number, learned: number): Compared {
  const difference = {
    what: 'series' as const,
    where: 'all days',
    metric: 'days between date and value',
    stored,
    instagram: learned,
  };
  return summarize(1, stored === learned ? [] : [{ difference, mayBeStale: false }]);
}

export interface StoredDay {
  complete: boolean;
  figures: Figures;
}

export interface DaysToCompare {
  stored: ReadonlyMap<string, StoredDay>;
  reported: ReadonlyMap<string, Figures>;
  /** Last time days were fetched. */
  lastReadAt: Date;
  /** Returns the instant at which a day starts. */
  startOf: (day: string) => Date;
  /** Returns true if a day is known to be lost. */
  isLost: (day: string) => boolean;
}

/**
 * Compares closed days, metric by metric. Instagram revises a day for about two days, and each sync fetches the three
 * days before again: until our first sync on the third day after, the stored values may be outdated, including days
 * fetched before they ended.
 */
export function compareDays({ stored, reported, lastReadAt, startOf, isLost }: DaysToCompare): Compared {
  const found = [...reported].flatMap(([day, figures]): Found[] => {
    if (isLost(day)) return [];
    const mayBeStale = lastReadAt < startOf(addDays(day, 3));
    const row = stored.get(day);
    if (!row?.complete)
      return [
        {
          difference: { what: 'day' as const, where: day, metric: 'all', stored: null, instagram: 'reported' },
          mayBeStale: lastReadAt < startOf(addDays(day, 1)),
        },
      ];
    return diffMetrics(row.figures, figures).map((difference) => ({
      difference: { what: 'day' as const, where: day, ...difference },
      mayBeStale: mayBeStale || (difference.metric === 'followers' && isClose(difference)),
    }));
  });
  return summarize(reported.size, found);
}

/** Allows a tolerance: a day's followers are derived from later days' changes, which Instagram revises. */
function isClose({ stored, instagram }: { stored: number | null; instagram: number }): boolean {
  return stored !== null && Math.abs(stored - instagram) <= Math.max(5, instagram * 0.005);
}

export interface Window {
  endDay: string;
  days: number;
  reach: number | null;
  engaged: number | null;
}

/** Compares windows' unique people, which may change as long as their last day does. */
export function compareWindows(
  stored: readonly Window[],
  reported: readonly Window[],
  { lastReadAt, startOf }: Pick<DaysToCompare, 'lastReadAt' | 'startOf'>,
): Compared {
  const toName = ({ endDay, days }: Window) => `${days} days to ${endDay}`;
  const storedByName = new Map(stored.map((window) => [toName(window), window]));
  const found = reported.flatMap((window) => {
    const { reach, engaged } = window;
    const row = storedByName.get(toName(window));
    return diffMetrics({ reach: row?.reach, engaged: row?.engaged }, { reach, engaged }).map((difference) => ({
      difference: {
        what: 'window' as const,
        where: toName(window),
        window: { endDay: window.endDay, days: window.days },
        ...difference,
      },
      mayBeStale: lastReadAt < startOf(addDays(window.endDay, 3)),
    }));
  });
  return summarize(reported.length, found);
}

export interface OnlineHours {
  day: string;
  hours: (number | null)[];
}

export function compareOnline(
  stored: readonly OnlineHours[],
  reported: readonly OnlineHours[],
  { lastReadAt, startOf }: Pick<DaysToCompare, 'lastReadAt' | 'startOf'>,
): Compared {
  const storedByDay = new Map(stored.map(({ day, hours }) => [day, hours]));
  const byHour = (hours: (number | null)[] | undefined): Figures =>
    Object.fromEntries((hours ?? []).map((count, hour) => [`hour ${hour}`, count]));
  const found = reported.flatMap(({ day, hours }) =>
    diffMetrics(byHour(storedByDay.get(day)), byHour(hours)).map((difference) => ({
      difference: { what: 'online followers' as const, where: day, ...difference },
      mayBeStale: lastReadAt < startOf(addDays(day, 3)),
    })),
  );
  return summarize(reported.length, found);
}

export interface Cell {
  dimension: string;
  key: string;
  value: number;
}

// Instagram Platform, IG User insights, 2026: no demographics below 100 people. One post can take an account across.
const smallAudience = 100;

/**
 * Compares demographics. Instagram reports only the current audience, which changes daily: single differing cells are
 * expected. A dimension that is not stored at all, or has a sum that is off by more than a tenth per day, is a
 * difference, unless only a few people are missing.
 */
export function compareDemographics(
  audience: string,
  stored: { day: string; cells: readonly Cell[] } | null,
  reported: readonly Cell[],
  today: string,
): Compared {
  const apart = stored ? daysApart(stored.day, today) : 0;
  const found = [...new Set(reported.map(({ dimension }) => dimension))].flatMap((dimension) => {
    const toCells = (cells: readonly Cell[]) =>
      Object.fromEntries(cells.filter((cell) => cell.dimension === dimension).map(({ key, value }) => [key, value]));
    const [then, now] = [toCells(stored?.cells ?? []), toCells(reported)];
    const [sumStored, sumNow] = [sumBy(then), sumBy(now)];
    const where = `${audience}, ${stored?.day ?? 'no day'}`;
    if (Math.abs(sumNow - sumStored) > Math.max(smallAudience, sumNow * 0.1 * (apart + 1)))
      return [
        {
          difference: { what: 'demographics' as const, where, metric: dimension, stored: sumStored, instagram: sumNow },
          mayBeStale: false,
        },
      ];
    return diffMetrics(then, now).map(({ metric, ...values }) => ({
      difference: { what: 'demographics' as const, where, metric: `${dimension} ${metric}`, ...values },
      mayBeStale: true,
    }));
  });
  return summarize(reported.length, found);
}

export interface StoredPost {
  id: string;
  isStory: boolean;
  publishedAt: Date;
  observedAt: Date;
  /** True if missing from Instagram's list since, or marked as deleted. */
  isGone: boolean;
  hasInsights: boolean;
  totals: Figures;
  /** Sums over its daily deltas. */
  deltas: Figures;
}

export interface ListedPost {
  id: string;
  publishedAt: Date;
  totals: Figures;
}

export interface PostsToCompare {
  stored: readonly StoredPost[];
  listed: readonly ListedPost[];
  /** Returns when the list was last fetched back to posts published then; null if never. */
  lastListedAt: (publishedAt: Date) => Date | null;
}

// People undo likes, comments and shares, and Instagram slightly revises views and reach.
const mayFall = 0.05;
const mayFallBy = 5;

/**
 * Compares posts and their totals. Totals grow, so a higher total has changed since our sync. A lower one is expected
 * only if the fall is small; otherwise we counted too much. A post that we do not have is a difference if the list was
 * fetched after its publication; so is an unlisted post if a list fetched since should have shown it.
 */
export function comparePosts({ stored, listed, lastListedAt }: PostsToCompare): Compared {
  const posts = new Map(stored.filter(({ isStory }) => !isStory).map((post) => [post.id, post]));
  const still = new Set(listed.map(({ id }) => id));
  const found = [
    ...listed.flatMap((post): Found[] => {
      const own = posts.get(post.id);
      const listedAt = lastListedAt(post.publishedAt);
      if (!own || own.isGone)
        return [presence(post.id, own ? 'gone' : null, 'listed', !listedAt || listedAt < post.publishedAt)];
      if (!own.hasInsights) return [];
      return diffMetrics(own.totals, post.totals).map((difference) => ({
        difference: { what: 'post' as const, where: post.id, ...difference },
        mayBeStale: hasMoved(difference.stored, difference.instagram),
      }));
    }),
    ...[...posts.values()].flatMap((post) => {
      if (post.isGone || still.has(post.id)) return [];
      const listedAt = lastListedAt(post.publishedAt);
      return [presence(post.id, 'stored', 'not listed', !listedAt || listedAt <= post.observedAt)];
    }),
  ];
  return summarize(listed.length, found);
}

function presence(id: string, stored: string | null, instagram: string, mayBeStale: boolean): Found {
  return { difference: { what: 'post' as const, where: id, metric: 'post', stored, instagram }, mayBeStale };
}

function hasMoved(stored: number | null, instagram: number): boolean {
  if (stored === null) return false;
  return instagram > stored || stored - instagram <= Math.max(mayFallBy, stored * mayFall);
}

/** Compares a media item's daily deltas, which must always add up exactly to its total. */
export function compareDeltas(stored: readonly StoredPost[]): Compared {
  const found = stored.flatMap(({ id, totals, deltas }) =>
    Object.keys(deltas).flatMap((metric) => {
      const [sum, total] = [deltas[metric] ?? 0, totals[metric] ?? 0];
      const difference = { what: 'deltas' as const, where: id, metric, stored: sum, instagram: total };
      return sum === total ? [] : [{ difference, mayBeStale: false }];
    }),
  );
  return summarize(stored.length, found);
}

function sumBy(cells: Record<string, number>): number {
  return Object.values(cells).reduce((sum, value) => sum + value, 0);
}

function daysApart(one: string, other: string): number {
  return Math.abs(Date.parse(one) - Date.parse(other)) / dayMillis;
}
