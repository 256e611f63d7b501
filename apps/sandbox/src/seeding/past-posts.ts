import type { AccountProfile } from '../world/account-profile.ts';
import { getInteractions, totalsAt } from '../world/media-ageing.ts';
import type { World } from '../world/world.ts';

/** The totals of an account's younger posts at an earlier instant, as a sync then would have stored them. */
export interface PastTotals {
  accountId: string;
  measuredAt: string;
  posts: {
    id: string;
    publishedAt: string;
    views: number;
    reach: number;
    interactions: number;
    likes: number;
    comments: number;
    saved: number;
    shares: number;
  }[];
}

const pastDays = 120;
const measuredDays = 30;
const day = 86_400_000;

/** Lists the totals every six hours for posts of the last two days, and daily for older ones. */
export function listPastTotals(world: World, account: AccountProfile, now: number): PastTotals[] {
  const timeline = world.getTimeline(account);
  return Array.from({ length: pastDays * 4 }, (_, index) => {
    const at = now - (pastDays - index / 4) * day;
    const maxAge = index % 4 === 0 ? measuredDays * day : 2 * day;
    const posts = timeline
      .feedAt(at)
      .filter(({ publishedAt }) => at - publishedAt <= maxAge)
      .map((media) => {
        const totals = totalsAt(media, at);
        const { views, reach, likes, comments, saved, shares } = totals;
        const publishedAt = new Date(media.publishedAt).toISOString();
        const interactions = getInteractions(totals);
        return { id: media.id, publishedAt, views, reach, interactions, likes, comments, saved, shares };
      });
    return { accountId: account.id, measuredAt: new Date(at).toISOString(), posts };
  });
}
