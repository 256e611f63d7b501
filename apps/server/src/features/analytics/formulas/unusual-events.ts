import { addDays } from '@tidemark/contract';
import { type FollowerFall, findFollowerFall, findMilestone } from './follower-events.ts';
import {
  findPostAbovePeers,
  listAlertAges,
  maxPeers,
  toPeerMetric,
  type PeerMetric,
  type PostAbovePeers,
} from './post-above-peers.ts';
import { type CurvedPost, listCompared } from './post-score.ts';
import { type BandDays, findUnusualDay, type UnusualDay } from './unusual-day.ts';

/** An account's values per calendar day, gaps included. */
export interface AccountHistory {
  firstDay: string;
  days: BandDays;
  /** Null where the number at the day's end is unknown. */
  followers: readonly (number | null)[];
  /** Most followers before the first day. */
  highestBefore: number;
  /** Newest number of followers, from a day that is not over. */
  followersNow: number | null;
}

export type DayEvent =
  | ({ kind: 'unusual_day'; day: string } & UnusualDay)
  | ({ kind: 'follower_fall'; day: string } & FollowerFall)
  | { kind: 'follower_milestone'; day: string; milestone: number; followers: number };
export type PostEvent = { kind: 'post_above_peers'; at: Date; mediaId: string } & PostAbovePeers;

/**
 * Days after an event during which a similar event in the same direction is the same story: a viral post lifts several
 * days, and a fall in followers is part of the seven weeks that end after it.
 */
const quietDays = { up: 3, down: 3, fall: 7 };

/** Lists what happened on a history's days, in order. The same history always gives the same events. */
export function listDayEvents({ firstDay, days, followers, highestBefore, followersNow }: AccountHistory): DayEvent[] {
  const last = { up: -Infinity, down: -Infinity, fall: -Infinity };
  let highest = highestBefore;
  const events = followers.flatMap((count, at): DayEvent[] => {
    const day = addDays(firstDay, at);
    const found: DayEvent[] = [];
    const unusual = findUnusualDay(days, at);
    if (unusual && at - last[unusual.direction] > quietDays[unusual.direction]) {
      last[unusual.direction] = at;
      found.push({ kind: 'unusual_day', day, ...unusual });
    }
    const fall = findFollowerFall(followers, at);
    if (fall && at - last.fall > quietDays.fall) {
      last.fall = at;
      found.push({ kind: 'follower_fall', day, ...fall });
    }
    found.push(...toMilestone(count, highest, day));
    highest = Math.max(highest, count ?? 0);
    return found;
  });
  return [...events, ...toMilestone(followersNow, highest, addDays(firstDay, followers.length))];
}

/** Returns a milestone; reaching the first known number is no news. */
function toMilestone(count: number | null, highest: number, day: string): DayEvent[] {
  const milestone = count === null || highest === 0 ? null : findMilestone(highest, count);
  return milestone === null || count === null ? [] : [{ kind: 'follower_milestone', day, milestone, followers: count }];
}

/** Lists posts that were above their peers, each at the first age when it was. `posts` share one account and format. */
export function listPostEvents(posts: readonly CurvedPost[], publishedFrom: Date): PostEvent[] {
  const metric = toPeerMetric(posts);
  return posts
    .filter(({ publishedAt }) => publishedAt >= publishedFrom)
    .flatMap((post) => {
      const before = listCompared(post, posts, maxPeers);
      for (const ageMinutes of listAlertAges(post, metric)) {
        const found = findPostAbovePeers(asOfAge(post, { ageMinutes, metric }), before, metric);
        const at = new Date(post.publishedAt.getTime() + ageMinutes * 60_000);
        if (found) return [{ kind: 'post_above_peers' as const, at, mediaId: post.mediaId, ...found }];
      }
      return [];
    });
}

/** Returns the post as known at one of its measured ages. */
function asOfAge(post: CurvedPost, { ageMinutes, metric }: { ageMinutes: number; metric: PeerMetric }): CurvedPost {
  const curve = post.curves[metric].filter((measured) => measured.ageMinutes <= ageMinutes);
  return {
    ...post,
    observedAt: new Date(post.publishedAt.getTime() + ageMinutes * 60_000),
    totals: { ...post.totals, [metric]: curve.at(-1)?.value ?? null },
    curves: { ...post.curves, [metric]: curve },
  };
}
