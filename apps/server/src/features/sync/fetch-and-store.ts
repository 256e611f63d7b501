import type { AccountId } from '@tidemark/contract';
import type { InstagramGraph } from '../../clients/instagram-graph/instagram-graph.ts';
import type { GraphCaller } from '../../clients/instagram-graph/graph-http.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { addDays, type Clock } from '../../platform/clock.ts';
import { updateProfile } from '../accounts/index.ts';
import { reckonFollowers } from './followers.ts';
import { findFollowerDay, findInsightsWatermark, findOldestPostDay } from './queries.ts';
import { windowsEnding, type Step, type StepOutcome } from './rules.ts';
import { storeDays, storeDemographics, storeMedia, storeWindows } from './store.ts';

const pageSize = 50;
const ownMetricsDays = 730;

export interface FetchNeeds {
  db: Database;
  instagram: InstagramGraph;
  clock: Clock;
}

/** What a step brought: how to store it, and what its checkpoint becomes. Nothing is written before `store` runs. */
export interface Fetched {
  outcome: StepOutcome;
  earliestDay: string | null;
  refused?: string[];
  store(transaction: Transaction): Promise<void>;
}

/** Carries a step out against the Graph API. `refused` are the metrics known to be refused for this account. */
export async function fetchStep(
  { db, instagram, clock }: FetchNeeds,
  caller: GraphCaller,
  accountId: AccountId,
  step: Step,
  refused: readonly string[],
): Promise<Fetched> {
  const { dayOf } = instagram.insights;
  switch (step.task) {
    case 'account_details': {
      const profile = await instagram.profiles.fetchProfile(caller, accountId);
      return {
        outcome: { task: step.task },
        earliestDay: null,
        store: (transaction) =>
          updateProfile(transaction, accountId, {
            username: profile.username,
            name: profile.name,
            picture: profile.picture,
            followers_count: profile.followersCount,
            follows_count: profile.followsCount,
            media_count: profile.mediaCount,
          }),
      };
    }
    case 'follower_demographics':
    case 'audience_demographics': {
      const audience = step.task === 'follower_demographics' ? 'follower' : 'engaged';
      const cells = await instagram.profiles.fetchDemographics(caller, accountId, audience);
      const day = dayOf(clock());
      return {
        outcome: { task: step.task },
        earliestDay: null,
        store: (transaction) => storeDemographics(transaction, accountId, { audience, day, cells }),
      };
    }
    case 'media_history':
      return fetchMedia({ db, instagram, clock }, caller, accountId, step.after);
    case 'stories': {
      const stories = await instagram.media.fetchStories(caller, accountId);
      const observedAt = clock();
      return {
        outcome: { task: step.task },
        earliestDay: null,
        store: (transaction) => storeMedia(transaction, accountId, stories, { observedAt, dayOf }),
      };
    }
    case 'insights':
      return fetchInsights({ db, instagram, clock }, caller, accountId, step, refused);
  }
}

async function fetchMedia(
  { db, instagram, clock }: FetchNeeds,
  caller: GraphCaller,
  accountId: AccountId,
  after: string | null,
): Promise<Fetched> {
  const { dayOf } = instagram.insights;
  const observedAt = clock();
  const [skipBefore, account] = await Promise.all([
    findInsightsWatermark(db, accountId),
    db.selectFrom('account').select('media_count').where('account_id', '=', accountId).executeTakeFirst(),
  ]);
  const page = await instagram.media.fetchMediaPage(caller, accountId, {
    limit: pageSize,
    after: after ?? undefined,
    skipBefore,
    ownMetricsSince: new Date(observedAt.getTime() - ownMetricsDays * 86_400_000),
  });
  const days = page.media.map(({ publishedAt }) => dayOf(publishedAt)).sort();
  return {
    outcome: {
      task: 'media_history',
      read: page.media.length,
      after: page.after,
      total: account?.media_count ?? null,
      oldestOfPage: days[0] ?? null,
    },
    earliestDay: null,
    store: (transaction) => storeMedia(transaction, accountId, page.media, { observedAt, dayOf }),
  };
}

async function fetchInsights(
  { db, instagram, clock }: FetchNeeds,
  caller: GraphCaller,
  accountId: AccountId,
  { from, to }: { from: string; to: string },
  alreadyRefused: readonly string[],
): Promise<Fetched> {
  const { insights } = instagram;
  const fetchedAt = clock();
  const today = insights.dayOf(fetchedAt);
  const isNewest = to === today;
  const { days, refused } = await insights.fetchDays(caller, accountId, { from, to }, alreadyRefused);
  const windows = isNewest ? await insights.fetchWindows(caller, accountId, windowsEnding(addDays(today, -1))) : [];
  const followersNow = isNewest ? await insights.fetchFollowersNow(caller, accountId, today) : null;
  const dayAfter = isNewest ? null : await findFollowerDay(db, accountId, addDays(to, 1));
  const followers = isNewest
    ? reckonFollowers(days, followersNow?.endOfYesterday ?? null)
    : reckonFollowers(days, dayBefore(dayAfter, to));
  if (followersNow?.now != null) followers.set(today, followersNow.now);

  const stored = [...new Set([...days.keys(), ...(followers.has(today) ? [today] : [])])].sort();
  return {
    outcome: { task: 'insights', from, to, found: days.size, oldestPost: await findOldestPostDay(db, accountId) },
    earliestDay: [...days.keys()].sort()[0] ?? null,
    refused,
    async store(transaction) {
      await storeDays(
        transaction,
        accountId,
        stored.map((day) => ({
          day,
          figures: { ...days.get(day), followers: followers.get(day) ?? null },
          complete: day < today,
        })),
        fetchedAt,
      );
      await storeWindows(transaction, accountId, windows, fetchedAt);
    },
  };
}

/** Followers at the end of a day, from the day after: those who came then are taken away, those who left put back. */
function dayBefore(after: Awaited<ReturnType<typeof findFollowerDay>> | null, day: string) {
  if (after?.followers == null || after.follows === null || after.unfollows === null) return null;
  return { day, followers: after.followers - after.follows + after.unfollows };
}
