import type { PostSeries } from '@tidemark/contract';
import { toHourOfWeek, toWeekSlot, type WeekSlot } from './weekly-effects.ts';

/** A post by publishing hour, with its hashtags and manual labels. */
export interface TaggedPost extends WeekSlot {
  tags: readonly string[];
}

const minPosts = 5;
/** Minimum share of a series published around its hour, and maximum share of all other posts there. */
const minShare = 0.6;
const maxShareOfOthers = 0.2;

/**
 * Splits off series: posts that share a hashtag or label and are nearly always published around one weekly hour, at
 * which other posts are rare. Their results show the series' effect, not the hour's.
 */
export function splitOffSeries<Post extends TaggedPost>(
  posts: readonly Post[],
): { others: Post[]; series: PostSeries[] } {
  const byTag = Map.groupBy(
    posts.flatMap((post) => [...new Set(post.tags)].map((tag) => ({ tag, post }))),
    ({ tag }) => tag,
  );
  const candidates = [...byTag]
    .flatMap(([name, tagged]) => toSeries(name, { members: new Set(tagged.map(({ post }) => post)), posts }))
    .sort(
      (one, other) => other.members.size - one.members.size || one.series.name.localeCompare(other.series.name, 'und'),
    );
  const taken = new Set<Post>();
  const series = candidates.flatMap(({ series: found, members }) => {
    const own = [...members].filter((post) => !taken.has(post));
    // Two hashtags on the same posts are one series.
    if (own.length < minPosts) return [];
    for (const post of own) taken.add(post);
    return [{ ...found, posts: own.length }];
  });
  return { others: posts.filter((post) => !taken.has(post)), series };
}

function toSeries<Post extends TaggedPost>(
  name: string,
  { members, posts }: { members: ReadonlySet<Post>; posts: readonly Post[] },
): { series: PostSeries; members: ReadonlySet<Post> }[] {
  if (members.size < minPosts) return [];
  const hours = [...Map.groupBy(members, toHourOfWeek)];
  const [most] = hours.toSorted(([, one], [, other]) => other.length - one.length);
  const slot = toWeekSlot(most?.[0] ?? 0);
  const isAround = ({ weekday, hour }: TaggedPost) => weekday === slot.weekday && Math.abs(hour - slot.hour) <= 1;
  const others = posts.filter((post) => !members.has(post));
  const isOwn =
    others.length >= minPosts &&
    countOf([...members], isAround) >= minShare * members.size &&
    countOf(others, isAround) <= maxShareOfOthers * others.length;
  return isOwn ? [{ members, series: { name, ...slot, posts: members.size } }] : [];
}

function countOf<Item>(items: readonly Item[], matches: (item: Item) => boolean): number {
  return items.filter(matches).length;
}
