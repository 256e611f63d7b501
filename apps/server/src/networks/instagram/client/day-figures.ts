import { buttons as buttonNames, type Surface, surfaces, totalColumns } from '../../../metrics/day-columns.ts';
import { countRows, toCells, metricNamed, toCount, toTotal, type InsightReply } from './insight-reply.ts';
import type { DayFigures } from '../../../features/sync/index.ts';

type Button = (typeof buttonNames)[number];
const surfaceValues: Record<string, Surface> = {
  POST: 'post',
  FEED: 'post',
  REEL: 'reel',
  REELS: 'reel',
  STORY: 'story',
  STORIES: 'story',
  CAROUSEL_CONTAINER: 'carousel',
  CAROUSEL_ALBUM: 'carousel',
  CAROUSEL_ITEM: 'carousel',
  AD: 'ad',
};
const buttons: Record<string, Button> = {
  CALL: 'call',
  DIRECTION: 'direction',
  EMAIL: 'email',
  TEXT: 'text',
  BOOK_NOW: 'book_now',
};

/** Adds a reply's totals, with or without breakdowns. */
export function addTotals(figures: DayFigures, reply: InsightReply): void {
  for (const [name, figure] of totalColumns) {
    const metric = metricNamed(reply, name);
    if (metric) figures[figure] = toTotal(metric) ?? figures[figure] ?? null;
  }
  figures.reach ??= toTotal(metricNamed(reply, 'reach'));
}

/**
 * Adds reach and views by follower and non-follower, and follows and unfollows. Beyond about a year, Instagram returns
 * totals without these cells and without an error (live, 2026): such a day is unknown, not zero.
 */
export function addAudience(figures: DayFigures, reply: InsightReply, { isOld }: { isOld: boolean }): void {
  figures.reach ??= toTotal(metricNamed(reply, 'reach'));
  const others = (['reach', 'views'] as const).map((name) => ({ name, metric: metricNamed(reply, name) }));
  for (const { name, metric } of others) {
    const cells = toCells(metric, 'follow_type', name === 'reach' ? 'people' : 'items');
    if (!cells) continue;
    figures[`${name}_follower`] = cells.get('FOLLOWER') ?? 0;
    figures[`${name}_non_follower`] = cells.get('NON_FOLLOWER') ?? 0;
  }
  // Here FOLLOWER means a new follower and NON_FOLLOWER one who left. This metric has no total: an empty table means
  // zero only if the same reply has cells of others, or if there were none to count on a recent day.
  const metric = metricNamed(reply, 'follows_and_unfollows');
  const totals = others.flatMap(({ metric: other }) => toTotal(other) ?? []);
  const isServed = others.some(({ metric: other }) => (countRows(other, 'follow_type') ?? 0) > 0);
  const isQuiet = !isOld && totals.length > 0 && totals.every((total) => total === 0);
  const isZero = countRows(metric, 'follow_type') === 0 && (isServed || isQuiet);
  const moves = isZero ? new Map<string, number>() : toCells(metric, 'follow_type');
  if (!moves) return;
  figures.follows = moves.get('FOLLOWER') ?? 0;
  figures.unfollows = moves.get('NON_FOLLOWER') ?? 0;
}

/** Adds the totals that support a breakdown by surface, and its cells. */
export function addSurfaces(figures: DayFigures, reply: InsightReply): void {
  addTotals(figures, reply);
  for (const [prefix, name] of [
    ['reach', 'reach'],
    ['views', 'views'],
    ['interactions', 'total_interactions'],
  ] as const) {
    const counted = name === 'reach' ? 'overlapping people' : 'items';
    const cells = toCells(metricNamed(reply, name), 'media_product_type', counted);
    if (!cells) continue;
    for (const surface of surfaces) figures[`${prefix}_${surface}`] = 0;
    for (const [value, count] of cells) {
      const key = `${prefix}_${surfaceValues[value] ?? 'other'}` as const;
      figures[key] = (figures[key] ?? 0) + count;
    }
  }
}

export function addTaps(figures: DayFigures, reply: InsightReply): void {
  const cells = toCells(metricNamed(reply, 'profile_links_taps'), 'contact_button_type');
  if (!cells) return;
  for (const button of buttonNames) figures[`taps_${button}`] = 0;
  for (const [value, count] of cells) {
    const key = `taps_${buttons[value] ?? 'other'}` as const;
    figures[key] = (figures[key] ?? 0) + count;
  }
}

/** Converts `{"0": 159, …, "23": 201}` to 24 numbers; null when Instagram returns an empty object or nothing. */
export function toHours(value: unknown): (number | null)[] | null {
  if (!value || typeof value !== 'object') return null;
  const byHour = new Map(Object.entries(value));
  const hours = Array.from({ length: 24 }, (_, hour) => {
    return toCount(byHour.get(String(hour)));
  });
  return hours.some((count) => count !== null) ? hours : null;
}
