import { reportsStoryReplies } from '../world/account-profile.ts';
import type { AccountTimeline } from '../world/account-timeline.ts';
import type { InsightRules } from '../instagram-graph/insights/insight-behaviour.ts';
import { reportedDay, reportedWindow } from '../instagram-graph/insights/reported-counts.ts';
import { writeCaption } from '../world/captions/caption.ts';
import { listCollaborativeMedia, listCollaborators } from '../world/collaborators.ts';
import type { DayNumber } from '../world/calendar.ts';
import { dayName } from '../world/calendar.ts';
import { countSurfaces, interactionsOfDay, sumBy, surfaceInteractions, totalReach } from '../world/day-record.ts';
import { demographics } from '../world/demographics.ts';
import {
  facebookViews,
  getInteractions,
  isRetained,
  getNavigation,
  getProfileActivity,
  totalsAt,
  totalsWithAdvertising,
} from '../world/media-ageing.ts';
import type { MediaItem } from '../world/media-item.ts';
import { people } from '../world/people.ts';
import type { World } from '../world/world.ts';

/** Returns the world's real data, straight from its source, for comparison with a product's stored data. */

export function worldTruth(world: World, now: number) {
  const { calendar } = world;
  return {
    now: new Date(now).toISOString(),
    today: dayName(calendar.dayAt(now)),
    dayZone: calendar.zone,
    anchor: dayName(world.anchor),
    people: people.map((person) => ({
      ...person,
      accounts: world.accountsOf(person).map((account) => {
        const timeline = world.getTimeline(account);
        return {
          ...account,
          firstDay: dayName(timeline.firstDay),
          insightsSince: dayName(timeline.insightsSince),
          followersNow: timeline.followersAt(now),
          mediaCount: timeline.feedAt(now).length,
          liveStories: timeline.storiesLiveAt(now).length,
        };
      }),
    })),
  };
}

interface Reported {
  now: number;
  rules: InsightRules;
}

/** Returns days as the service reports them, to the last estimated part, however long ago they were. */
export function dayTruth(
  timeline: AccountTimeline,
  { from, to }: { from: DayNumber; to: DayNumber },
  { now, rules }: Reported,
) {
  const days = [];
  for (let day = from; day <= to; day += 1) {
    const record = reportedDay(timeline, day, now, rules);
    const people = reportedWindow(timeline, { first: day, last: day, now }, rules);
    if (!record || !people) continue;
    const totals = {
      views: sumBy(record.views),
      reach: totalReach(record),
      totalInteractions: interactionsOfDay(record),
      likes: sumBy(record.likes),
      comments: sumBy(record.comments),
      saves: sumBy(record.saves),
      shares: sumBy(record.shares),
      replies: record.replies,
      reposts: sumBy(record.reposts),
      accountsEngaged: record.engaged,
      follows: record.follows,
      unfollows: record.unfollows,
      profileViews: record.profileViews,
      websiteClicks: record.websiteClicks,
      profileLinksTaps: sumBy(record.linkTaps),
    };
    days.push({
      day: dayName(day),
      hasInsights: day >= timeline.insightsSince,
      ...totals,
      followersEnd: record.followersEnd,
      cells: {
        reachByFollowType: {
          FOLLOWER: people.followerReach,
          NON_FOLLOWER: people.nonFollowerReach,
          UNKNOWN: people.unknownReach,
        },
        viewsByFollowType: {
          FOLLOWER: record.followerViews,
          NON_FOLLOWER: record.nonFollowerViews,
          UNKNOWN: record.unknownViews,
        },
        reach: people.reachBySurface,
        views: record.views,
        totalInteractions: countSurfaces((surface) => surfaceInteractions(record, surface)),
        likes: record.likes,
        comments: record.comments,
        saves: record.saves,
        shares: record.shares,
        reposts: record.reposts,
        profileLinksTaps: record.linkTaps,
      },
      onlineFollowers: timeline.onlineFollowers(day),
    });
  }
  return { account: timeline.account.id, days };
}

export function windowTruth(
  timeline: AccountTimeline,
  { endDay, days }: { endDay: DayNumber; days: number },
  { now, rules }: Reported,
) {
  const first = Math.max(timeline.insightsSince, endDay - days + 1);
  const unique = reportedWindow(timeline, { first, last: endDay, now }, rules);
  return { account: timeline.account.id, endDay: dayName(endDay), days, ...(unique ?? { reach: null, engaged: null }) };
}

export function mediaTruth(world: World, timeline: AccountTimeline, now: number) {
  const today = world.calendar.dayAt(now);
  const shape = (media: MediaItem, at = now) => {
    const totals = totalsAt(media, at);
    return {
      id: media.id,
      kind: media.kind,
      publishedAt: new Date(media.publishedAt).toISOString(),
      day: dayName(media.day),
      isVideo: media.isVideo,
      isViral: media.isViral,
      hidesLikes: media.hidesLikes,
      isFlagged: media.isFlagged,
      childCount: media.childCount,
      hasInsights: media.day >= world.getTimeline(media.account).insightsSince && isRetained(media, today),
      isBoosted: media.paidShare > 0,
      facebookViews: facebookViews(media, totals),
      correction: media.correction ?? null,
      owner: media.account.username,
      caption: writeCaption(media) ?? null,
      collaborators: listCollaborators(media),
      totals: { ...totals, totalInteractions: getInteractions(totals) },
      totalsWithAdvertising: totalsWithAdvertising(media, totals),
      finals: media.finals,
      ...(media.kind === 'story' && {
        navigation: getNavigation(media, totals),
        reportedReplies: reportsStoryReplies(media.account) ? totals.replies : 0,
      }),
      profileActivity: getProfileActivity(media, totals),
    };
  };
  return {
    account: timeline.account.id,
    media: timeline.feedAt(now).map((media) => shape(media)),
    /** Published by other accounts, with this account as an accepted collaborator. */
    collaborativeMedia: listCollaborativeMedia(world, timeline.account, now).map((media) => shape(media)),
    liveStories: timeline.storiesLiveAt(now).map((media) => shape(media)),
    /** Uses the totals at the time they expired. */
    endedStories: timeline.storiesEndedBy(now, 14).map((media) => shape(media, media.publishedAt + 86_400_000)),
  };
}

export function demographicTruth(timeline: AccountTimeline, today: DayNumber, { now, rules }: Reported) {
  const followers = timeline.followersBefore(today);
  const toEngaged = (days: number) =>
    reportedWindow(timeline, { first: today - days, last: today - 1, now }, rules)?.engaged ?? 0;
  const cut = (count: number, lean: string) => ({
    people: count,
    country: demographics(timeline.account, 'country', count, lean),
    city: demographics(timeline.account, 'city', count, lean),
    age: demographics(timeline.account, 'age', count, lean),
    gender: demographics(timeline.account, 'gender', count, lean),
    'age,gender': demographics(timeline.account, 'age,gender', count, lean),
  });
  return {
    account: timeline.account.id,
    isGiven: {
      followers: followers >= 100,
      engagedThisWeek: toEngaged(7) >= 100,
      engagedThisMonth: toEngaged(30) >= 100,
    },
    followers: cut(followers, ''),
    engagedThisWeek: cut(toEngaged(7), 'engaged'),
    engagedThisMonth: cut(toEngaged(30), 'engaged'),
  };
}
