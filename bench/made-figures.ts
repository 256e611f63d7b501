export const dayMillis = 86_400_000;

/** The generated data: `days` up to yesterday, and posts distributed over them. */
export interface Extent {
  accounts: number;
  days: number;
  /** Average: a few accounts post much, many post little. */
  postsEach: number;
  /** Number of recent days with demographics for linked accounts; the others have them twice a year. */
  audienceDays?: number;
}

/** Returns a number from 0 to 1 that only depends on the arguments. */
export function chance(one: number, two: number, three: number): number {
  let mixed =
    Math.imul(one + 0x9e3779b9, 0x85ebca6b) ^ Math.imul(two + 0x7f4a7c15, 0xc2b2ae35) ^ Math.imul(three, 0x27d4eb2f);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

const padded = (number: number, size: number) => String(number).padStart(size, '0');

/** Returns an ID as long as Instagram's. */
export const toAccountId = (account: number) => `178414${padded(account, 11)}`;
export const toMediaId = (account: number, post: number) => `18${padded(account, 7)}${padded(post, 8)}`;

/** Returns hundreds or thousands for most, almost a million for one in a hundred. */
export function toFollowers(account: number): number {
  return Math.round(300 * 10 ** (3.5 * chance(account, 1, 0) ** 2));
}

const postingShares = [1, 0.1, 4, 0.3, 0.5, 0.2, 2, 0.7, 0.4, 0.8];

export function listPosts(account: number, { postsEach }: Extent): number {
  return Math.round(postsEach * (postingShares[account % postingShares.length] ?? 1));
}

/** Returns the index of a day's first post within its account. */
export function firstPost(account: number, day: number, extent: Extent): number {
  return Math.ceil((day * listPosts(account, extent)) / extent.days);
}

/** Returns true if a day was never synced: one day in two hundred, and a fortnight for one account in ten. */
export function isMissing(account: number, day: number, { days }: Extent): boolean {
  if (chance(account, day, 2) < 0.005) return true;
  const from = Math.floor(chance(account, 3, 0) * days);
  return account % 10 === 9 && day >= from && day < from + 14;
}

export const dayColumns = [
  'followers', 'follows', 'unfollows',
  'reach', 'reach_follower', 'reach_non_follower', 'reach_post', 'reach_reel', 'reach_story', 'reach_carousel', 'reach_other',
  'views', 'views_follower', 'views_non_follower', 'views_post', 'views_reel', 'views_story', 'views_carousel', 'views_other',
  'interactions', 'interactions_post', 'interactions_reel', 'interactions_story', 'interactions_carousel', 'interactions_other',
  'likes', 'comments', 'saves', 'shares', 'replies', 'reposts', 'engaged', 'profile_links_taps', 'profile_views', 'website_clicks',
] as const; // prettier-ignore

const surfaces = [0.3, 0.4, 0.1, 0.15];
const kinds = [0.8, 0.06, 0.06, 0.05, 0.01, 0.02];
const parts = (whole: number, shares: readonly number[]) => shares.map((share) => Math.floor(whole * share));
const withRest = (whole: number, some: number[]) => [...some, whole - some.reduce((sum, part) => sum + part, 0)];

/** Returns a day's metrics in the order of `dayColumns`; a few are missing. */
export function dayFigures(account: number, day: number): (number | null)[] {
  const grown = Math.round(toFollowers(account) * (0.8 + (0.2 * day) / 365));
  const reach = 1 + Math.floor(grown * (0.02 + 0.3 * chance(account, day, 4) ** 3));
  const views = Math.floor(reach * (1.3 + chance(account, day, 5)));
  const interactions = Math.floor(reach * (0.01 + 0.07 * chance(account, day, 6) ** 2));
  const bySurface = (whole: number): (number | null)[] =>
    chance(account, day, 7) < 0.02 ? [null, null, null, null, null] : withRest(whole, parts(whole, surfaces));
  const byFollow = (whole: number) => withRest(whole, parts(whole, [0.45 + 0.3 * chance(account, day, 8)]));
  return [
    chance(account, day, 9) < 0.01 ? null : grown, Math.floor(reach / 300), Math.floor(reach / 500),
    reach, ...byFollow(reach), ...bySurface(reach),
    views, ...byFollow(views), ...bySurface(views),
    interactions, ...bySurface(interactions),
    ...parts(interactions, kinds),
    chance(account, day, 10) < 0.03 ? null : Math.floor(interactions * 0.8), Math.floor(reach / 700),
    account % 3 === 0 ? null : Math.floor(reach / 90), account % 3 === 0 ? null : Math.floor(reach / 900),
  ]; // prettier-ignore
}

/**
 * Returns a post's reach, views, likes, comments, saved, shares, interactions and follows; null if Instagram reports
 * none.
 */
export function postTotals(account: number, post: number): number[] | null {
  if (chance(account, post, 20) < 0.02) return null;
  const reach = 1 + Math.floor(toFollowers(account) * (0.05 + 2 * chance(account, post, 21) ** 6));
  const views = Math.floor(reach * (1.2 + chance(account, post, 22)));
  const interactions = Math.floor(reach * (0.01 + 0.1 * chance(account, post, 23) ** 2));
  const [likes = 0, comments = 0, saved = 0, shares = 0] = parts(interactions, kinds);
  return [reach, views, likes, comments, saved, shares, interactions, Math.floor(reach / 500)];
}

/** Days after publishing on which a post is synced again, and the share of its total gained by then. */
export const readings = [
  [1, 0.2], [2, 0.1], [3, 0.07], [4, 0.05], [5, 0.03], [6, 0.02], [7, 0.02], [8, 0.01],
  [9, 0.01], [12, 0.01], [16, 0.01], [22, 0.01], [30, 0.005], [45, 0.005],
] as const; // prettier-ignore

/** Returns the publishing day's deltas: the remainder after all later syncs. */
export function firstDayDeltas(totals: readonly number[], daysSince: number): number[] {
  return totals.map((total) =>
    readings.reduce((rest, [after, share]) => (after <= daysSince ? rest - Math.floor(total * share) : rest), total),
  );
}
