import {
  type GalleryMetric,
  maxListedHashtags,
  minHoursForWorst,
  minPostsForMedian,
  pickedPosts,
  type PostFormat,
  type PostGallery,
} from '@tidemark/contract';
import type { KnownCounts } from './known-counts.ts';
import { engagementRate } from './rates.ts';
import { median, type Sample, toDifference } from './sample.ts';
import { type RatedPost, toTimesUsual, toUsualResults, type UsualResults } from './usual-result.ts';

export interface GalleryPostFacts extends RatedPost {
  mediaId: string;
  publishedAt: Date;
  /** 0 is Sunday. */
  weekday: number;
  /** In lower case, with #. */
  hashtags: readonly string[];
}

export interface GalleryOrder {
  sort: { by: 'metric' | 'published'; direction: 'asc' | 'desc' };
  pick: 'best' | 'worst' | null;
  now: Date;
}

const formats: readonly PostFormat[] = ['REEL', 'CAROUSEL', 'POST', 'STORY'];
const weekdays = [0, 1, 2, 3, 4, 5, 6];
/** A hashtag used once says nothing. */
const minListedUses = 2;
const hourMillis = 3_600_000;

/** Returns a post's lifetime total; null if Instagram does not report it, and for a rate without reach. */
export function toMetricValue(counts: KnownCounts, metric: GalleryMetric): number | null {
  if (metric !== 'engagementRate') return counts[metric];
  const { interactions, reach } = counts;
  return interactions === null || !reach ? null : engagementRate({ interactions, reach });
}

/** Sorts posts, those without a value last, or picks the best or worst. */
export function listInOrder<Post extends GalleryPostFacts>(
  posts: readonly Post[],
  { sort, pick, now }: GalleryOrder,
): Post[] {
  const newestFirst = (one: Post, other: Post) =>
    other.publishedAt.getTime() - one.publishedAt.getTime() || (one.mediaId < other.mediaId ? 1 : -1);
  const byValue = (direction: 'asc' | 'desc') => (one: Post, other: Post) => {
    if (one.value === null || other.value === null)
      return Number(one.value === null) - Number(other.value === null) || newestFirst(one, other);
    return (one.value - other.value) * (direction === 'asc' ? 1 : -1) || newestFirst(one, other);
  };
  const known = posts.filter(({ value }) => value !== null);
  if (pick === 'best') return known.toSorted(byValue('desc')).slice(0, pickedPosts);
  if (pick === 'worst')
    return known
      .filter((post) => !isYoung(post, now))
      .toSorted(byValue('asc'))
      .slice(0, pickedPosts);
  if (sort.by === 'metric') return posts.toSorted(byValue(sort.direction));
  const sorted = posts.toSorted(newestFirst);
  return sort.direction === 'desc' ? sorted : sorted.reverse();
}

export function isYoung({ publishedAt }: GalleryPostFacts, now: Date): boolean {
  return now.getTime() - publishedAt.getTime() < minHoursForWorst * hourMillis;
}

/** Finds the post with the highest value above 0. */
export function findBest<Post extends GalleryPostFacts>(posts: readonly Post[]): Post | null {
  return posts.reduce<Post | null>((best, post) => ((post.value ?? 0) > (best?.value ?? 0) ? post : best), null);
}

type Groups = Pick<PostGallery, 'leader' | 'formats' | 'weekdays' | 'hashtags'>;

/** A post's value and its ratio to the usual result. */
interface Result {
  value: number | null;
  times: number | null;
}

/** Summarises posts by format, weekday and hashtag; `usualPosts` say what is usual. */
export function toGroups(
  posts: readonly GalleryPostFacts[],
  usualPosts: readonly GalleryPostFacts[],
  metric: GalleryMetric,
): Groups {
  const usual = toUsualResults(usualPosts);
  const results = posts.map((post) => ({
    post,
    value: post.value,
    times: toTimesUsual(post, usual.findForFormat(post)),
  }));
  const byFormat = Map.groupBy(posts, ({ format }) => format);
  const byWeekday = Map.groupBy(results, ({ post }) => post.weekday);
  return {
    leader: findLeader(posts, usual, metric),
    formats: formats.flatMap((format) => {
      const group = byFormat.get(format)?.map((post) => ({
        value: post.value,
        times: toTimesUsual(post, usual.findForAccount(post)),
      }));
      return group ? [{ format, ...toGroup(group) }] : [];
    }),
    weekdays: weekdays.map((weekday) => ({ weekday, ...toGroup(byWeekday.get(weekday) ?? []) })),
    hashtags: listHashtags(posts).map((hashtag) => {
      const withHashtag = (isWith: boolean) =>
        toGroup(results.filter(({ post }) => post.hashtags.includes(hashtag) === isWith));
      const [group, others] = [withHashtag(true), withHashtag(false)];
      return {
        hashtag: hashtag.replace(/^#/, ''),
        ...group,
        timesUsual: group.timesUsual === null || !others.timesUsual ? null : group.timesUsual / others.timesUsual,
        medianWithout: others.median,
      };
    }),
  };
}

function toGroup(results: readonly Result[]): { posts: number; median: number | null; timesUsual: number | null } {
  const values: number[] = [];
  const ratios: number[] = [];
  for (const { value, times } of results) {
    if (value !== null) values.push(value);
    if (times !== null) ratios.push(times);
  }
  return {
    posts: values.length,
    median: values.length === 0 ? null : median(values),
    timesUsual: ratios.length < minPostsForMedian ? null : median(ratios),
  };
}

/** Lists the hashtags used most. */
function listHashtags(posts: readonly GalleryPostFacts[]): string[] {
  const uses = new Map<string, number>();
  for (const { hashtags, value } of posts)
    if (value !== null) for (const hashtag of new Set(hashtags)) uses.set(hashtag, (uses.get(hashtag) ?? 0) + 1);
  return [...uses]
    .filter(([, count]) => count >= minListedUses)
    .sort(([one, count], [other, otherCount]) => otherCount - count || (one < other ? -1 : 1))
    .slice(0, maxListedHashtags)
    .map(([hashtag]) => hashtag);
}

/** Finds the format whose posts beat the others by more than chance, relative to what is usual for their account. */
function findLeader(
  posts: readonly RatedPost[],
  { findForAccount }: UsualResults,
  metric: GalleryMetric,
): Groups['leader'] {
  // Added before taking logs, because some posts have no likes.
  const offset = metric === 'engagementRate' ? 0.1 : 1;
  const logs = posts.flatMap((post) => {
    const account = findForAccount(post);
    if (post.value === null || account === null || post.format === 'STORY') return [];
    return [{ format: post.format, log: Math.log((Math.max(0, post.value) + offset) / (account.median + offset)) }];
  });
  const leaders = formats.flatMap((format) => {
    const own = toSample(logs.filter((one) => one.format === format));
    const others = toSample(logs.filter((one) => one.format !== format));
    if (Math.min(own.count, others.count) < minPostsForMedian) return [];
    const { percent, low, high } = toDifference(own, others);
    return low > 0 ? [{ format, ratio: 1 + percent / 100, low: 1 + low / 100, high: 1 + high / 100 }] : [];
  });
  return leaders.toSorted((one, other) => other.low - one.low)[0] ?? null;
}

function toSample(values: readonly { log: number }[]): Sample {
  return values.reduce(
    ({ count, sum, squares }, { log }) => ({ count: count + 1, sum: sum + log, squares: squares + log ** 2 }),
    { count: 0, sum: 0, squares: 0 },
  );
}
