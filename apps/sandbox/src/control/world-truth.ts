import type { AccountTimeline } from '../world/account-timeline.ts';
import { captionOf, collaboratorsOf } from '../world/captions/caption.ts';
import type { DayNumber } from '../world/calendar.ts';
import { dayName } from '../world/calendar.ts';
import { countSurfaces, interactionsOfDay, sumOf, surfaceInteractions } from '../world/day-record.ts';
import { demographics } from '../world/demographics.ts';
import { interactionsOf, navigationOf, profileActivityOf, totalsAt } from '../world/media-ageing.ts';
import type { MediaItem } from '../world/media-item.ts';
import { onlineFollowers } from '../world/online-hours.ts';
import { people } from '../world/people.ts';
import { uniqueWindow } from '../world/unique-window.ts';
import type { World } from '../world/world.ts';

/** What is true in the world, straight from where it is made, for comparing with what a product has stored. */

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
        const timeline = world.timelineOf(account);
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

export function dayTruth(timeline: AccountTimeline, from: DayNumber, to: DayNumber, now: number) {
  const days = [];
  for (let day = from; day <= to; day += 1) {
    const record = timeline.dayAsOf(day, now);
    if (!record) continue;
    const totals = {
      views: sumOf(record.views),
      reach: record.followerReach + record.nonFollowerReach,
      totalInteractions: interactionsOfDay(record),
      likes: sumOf(record.likes),
      comments: sumOf(record.comments),
      saves: sumOf(record.saves),
      shares: sumOf(record.shares),
      replies: record.replies,
      reposts: sumOf(record.reposts),
      accountsEngaged: record.engaged,
      follows: record.follows,
      unfollows: record.unfollows,
      profileViews: record.profileViews,
      websiteClicks: record.websiteClicks,
      profileLinksTaps: sumOf(record.linkTaps),
    };
    days.push({
      day: dayName(day),
      hasInsights: day >= timeline.insightsSince,
      ...totals,
      followersEnd: record.followersEnd,
      cells: {
        reachByFollowType: { FOLLOWER: record.followerReach, NON_FOLLOWER: record.nonFollowerReach },
        viewsByFollowType: { FOLLOWER: record.followerViews, NON_FOLLOWER: record.nonFollowerViews },
        reach: record.reach,
        views: record.views,
        totalInteractions: countSurfaces((surface) => surfaceInteractions(record, surface)),
        likes: record.likes,
        comments: record.comments,
        saves: record.saves,
        shares: record.shares,
        reposts: record.reposts,
        profileLinksTaps: record.linkTaps,
      },
      onlineFollowers: onlineFollowers(timeline.account, day, timeline.followersBefore(day)),
    });
  }
  return { account: timeline.account.id, days };
}

export function windowTruth(timeline: AccountTimeline, endDay: DayNumber, days: number, now: number) {
  const unique = uniqueWindow(timeline, Math.max(timeline.insightsSince, endDay - days + 1), endDay, now);
  return { account: timeline.account.id, endDay: dayName(endDay), days, ...(unique ?? { reach: null, engaged: null }) };
}

export function mediaTruth(timeline: AccountTimeline, now: number) {
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
      hasInsights: media.day >= timeline.insightsSince,
      caption: captionOf(media) ?? null,
      collaborators: collaboratorsOf(media),
      totals: { ...totals, totalInteractions: interactionsOf(totals) },
      finals: media.finals,
      ...(media.kind === 'story' && { navigation: navigationOf(media, totals) }),
      profileActivity: profileActivityOf(media, totals),
    };
  };
  return {
    account: timeline.account.id,
    media: timeline.feedAt(now).map((media) => shape(media)),
    liveStories: timeline.storiesLiveAt(now).map((media) => shape(media)),
    /** With what they had when they ended. */
    endedStories: timeline.storiesEndedBy(now, 14).map((media) => shape(media, media.publishedAt + 86_400_000)),
  };
}

export function demographicTruth(timeline: AccountTimeline, today: DayNumber, now: number) {
  const followers = timeline.followersBefore(today);
  const engagedOf = (days: number) => uniqueWindow(timeline, today - days, today - 1, now)?.engaged ?? 0;
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
      engagedThisWeek: engagedOf(7) >= 100,
      engagedThisMonth: engagedOf(30) >= 100,
    },
    followers: cut(followers, ''),
    engagedThisWeek: cut(engagedOf(7), 'engaged'),
    engagedThisMonth: cut(engagedOf(30), 'engaged'),
  };
}
