import type { z } from 'zod';
import { cellsOf, metricNamed, totalOf, type InsightReply } from './insight-reply.ts';

/** The figures of one day as Instagram gives them; a key that is absent was not given. */
export type DayFigures = Partial<Record<DayFigure, number | null>>;
type Surface = 'post' | 'reel' | 'story' | 'carousel' | 'other';
type Button = 'call' | 'direction' | 'email' | 'text' | 'book_now' | 'other';
type DayFigure =
  | 'reach'
  | 'views'
  | 'interactions'
  | 'likes'
  | 'comments'
  | 'saves'
  | 'shares'
  | 'replies'
  | 'reposts'
  | 'engaged'
  | 'follows'
  | 'unfollows'
  | 'new_followers'
  | 'profile_views'
  | 'website_clicks'
  | 'profile_links_taps'
  | `taps_${Button}`
  | `${'reach' | 'views'}_${'follower' | 'non_follower'}`
  | `${'reach' | 'views' | 'interactions'}_${Surface}`;

type Reply = z.infer<typeof InsightReply>;

const surfaces: Record<string, Surface> = {
  POST: 'post',
  FEED: 'post',
  REEL: 'reel',
  REELS: 'reel',
  STORY: 'story',
  STORIES: 'story',
  CAROUSEL_CONTAINER: 'carousel',
  CAROUSEL_ALBUM: 'carousel',
};
const buttons: Record<string, Button> = {
  CALL: 'call',
  DIRECTION: 'direction',
  EMAIL: 'email',
  TEXT: 'text',
  BOOK_NOW: 'book_now',
};

export function addPlain(figures: DayFigures, reply: Reply): void {
  const total = (name: string) => totalOf(metricNamed(reply, name));
  figures.engaged = total('accounts_engaged');
  figures.replies = total('replies');
  figures.reposts = total('reposts');
  figures.profile_links_taps = total('profile_links_taps');
  figures.profile_views = total('profile_views');
  figures.website_clicks = total('website_clicks');
}

/** Reach and views by follower and other people, and who came and left. */
export function addAudience(figures: DayFigures, reply: Reply): void {
  for (const name of ['reach', 'views'] as const) {
    const cells = cellsOf(metricNamed(reply, name), 'follow_type');
    if (!cells) continue;
    figures[`${name}_follower`] = cells.get('FOLLOWER') ?? 0;
    figures[`${name}_non_follower`] = cells.get('NON_FOLLOWER') ?? 0;
  }
  // Here FOLLOWER means "became one" and NON_FOLLOWER "is none any more".
  const moves = cellsOf(metricNamed(reply, 'follows_and_unfollows'), 'follow_type');
  if (!moves) return;
  figures.follows = moves.get('FOLLOWER') ?? 0;
  figures.unfollows = moves.get('NON_FOLLOWER') ?? 0;
}

/** The totals that come with a breakdown by surface, and its cells. */
export function addSurfaces(figures: DayFigures, reply: Reply): void {
  const total = (name: string) => totalOf(metricNamed(reply, name));
  figures.views = total('views');
  figures.reach ??= total('reach');
  figures.interactions = total('total_interactions');
  figures.likes = total('likes');
  figures.comments = total('comments');
  figures.saves = total('saves');
  figures.shares = total('shares');
  for (const [prefix, name] of [
    ['reach', 'reach'],
    ['views', 'views'],
    ['interactions', 'total_interactions'],
  ] as const) {
    const cells = cellsOf(metricNamed(reply, name), 'media_product_type');
    if (!cells) continue;
    for (const surface of ['post', 'reel', 'story', 'carousel', 'other'] as const) figures[`${prefix}_${surface}`] = 0;
    for (const [value, count] of cells) {
      const key = `${prefix}_${surfaces[value] ?? 'other'}` as const;
      figures[key] = (figures[key] ?? 0) + count;
    }
  }
}

/** Taps on the buttons of the profile. */
export function addTaps(figures: DayFigures, reply: Reply): void {
  const cells = cellsOf(metricNamed(reply, 'profile_links_taps'), 'contact_button_type');
  if (!cells) return;
  for (const button of ['call', 'direction', 'email', 'text', 'book_now', 'other'] as const)
    figures[`taps_${button}`] = 0;
  for (const [value, count] of cells) {
    const key = `taps_${buttons[value] ?? 'other'}` as const;
    figures[key] = (figures[key] ?? 0) + count;
  }
}

/** `{"0": 159, …, "23": 201}` as 24 numbers; null when Instagram gives an empty object or nothing. */
export function toHours(value: unknown): (number | null)[] | null {
  if (!value || typeof value !== 'object') return null;
  const byHour = new Map(Object.entries(value));
  const hours = Array.from({ length: 24 }, (_, hour) => {
    const count: unknown = byHour.get(String(hour));
    return typeof count === 'number' ? count : null;
  });
  return hours.some((count) => count !== null) ? hours : null;
}
