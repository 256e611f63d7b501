import { addDays } from '@tidemark/contract';
import type { InstagramProfile } from '../../client/instagram-profile.ts';
import type { KnownStory } from '../../client/stories.ts';
import { updateProfile } from '../../../../features/accounts/index.ts';
import type { FetchContext, Fetched } from './fetch-context.ts';
import { collaborationsRefused, fetchMediaPage, hasCollaborations, fetchTypeMetrics } from './fetch-media.ts';
import { followersBefore, deriveFollowers } from '../store/followers.ts';
import { findFollowerDay, findOldestPostDay, listStoredWindows } from './queries.ts';
import { listLiveStories } from '../schedule/queries.ts';
import { fourWeekWindows, oldestDay, revisedDays, windowsEnding, type Step } from '../plan/rules.ts';
import {
  type DayFigures,
  type InsightWindow,
  markUnavailable,
  storeDays,
  storeDemographics,
  storeMedia,
  storeOnlineFollowers,
  storeWindows,
  youngMillis,
  finalSyncWindow,
  recordSeriesReading,
  storyLife,
} from '../../../../features/sync/index.ts';

export async function fetchStep(context: FetchContext, step: Step): Promise<Fetched> {
  switch (step.task) {
    case 'account_details':
      return fetchProfile(context);
    case 'follower_demographics':
    case 'audience_demographics':
      return fetchDemographics(context, step.task);
    case 'media_history':
      return fetchMediaPage(context, step);
    case 'type_metrics':
      return fetchTypeMetrics(context);
    case 'stories':
      return fetchStories(context);
    case 'insights':
      return fetchInsights(context, step);
    case 'batch':
      return fetchBatch(context, step);
  }
}

async function fetchProfile({ instagram, caller, accountId }: FetchContext): Promise<Fetched> {
  const [profile] = await instagram.fetchBatch(caller, [instagram.profiles.profileQuery(accountId)]);
  return {
    outcome: { task: 'account_details' },
    earliestDay: null,
    store: (transaction) => updateProfile(transaction, accountId, toProfileColumns(profile)),
  };
}

async function fetchDemographics(
  { instagram, caller, accountId, at }: FetchContext,
  task: 'follower_demographics' | 'audience_demographics',
): Promise<Fetched> {
  const audience = task === 'follower_demographics' ? 'follower' : 'engaged';
  const day = instagram.insights.toDay(at);
  const [cells] = await instagram.fetchBatch(caller, [instagram.profiles.demographicsQuery(accountId, audience)]);
  return {
    outcome: { task },
    earliestDay: null,
    store: (transaction) => storeDemographics(transaction, accountId, { audience, day, cells }),
  };
}

async function fetchStories(context: FetchContext): Promise<Fetched> {
  const { instagram, caller, accountId, at: observedAt, isFirst } = context;
  const known = await chooseStories(context);
  // New posts are found along the way.
  const [read, young] = await instagram.fetchBatch(caller, [
    instagram.stories.storiesQuery(accountId, known, caller),
    isFirst
      ? { reads: [], take: () => [] }
      : instagram.media.youngPostsQuery(accountId, new Date(observedAt.getTime() - youngMillis)),
  ]);
  const stories = await instagram.stories.retryRefusedStories(caller, accountId, read, { isThorough: isFirst });
  return {
    outcome: { task: 'stories' },
    earliestDay: null,
    store: (transaction) =>
      storeMedia(transaction, accountId, [...stories, ...young], { observedAt, toDay: instagram.insights.toDay }),
  };
}

/** Fetches a range of days; the newest range includes unique people, online hours and current followers. */
async function fetchInsights(context: FetchContext, { from, to }: { from: string; to: string }): Promise<Fetched> {
  const { db, instagram, caller, accountId, at: fetchedAt, refused: known, series } = context;
  const { insights } = instagram;
  const today = insights.toDay(fetchedAt);
  const isNewest = to === today;
  const regular = isNewest ? await windowsToFetch(context, today) : [];
  const requestedWindows = [
    ...regular,
    ...fourWeekWindows(from, isNewest ? addDays(to, -1) : to, oldestDay(today)).filter(
      ({ endDay, days }) => !regular.some((window) => window.endDay === endDay && window.days === days),
    ),
  ];
  const [profile, read, windows] = await instagram.fetchBatch(caller, [
    // Followers and today's changes come from one batch, so that no follower is gained in between.
    isNewest ? instagram.profiles.profileQuery(accountId) : { reads: [], take: () => null },
    insights.daysQuery(accountId, { from, to, today, shift: series.shift, refused: known, withTaps: false }),
    insights.windowsQuery(accountId, requestedWindows),
  ]);
  const { days, online, refused, series: learned } = await insights.finishDays(caller, accountId, read);
  const followers = profile
    ? toFollowers(days, profile, today)
    : deriveFollowers(days, followersBefore(await findFollowerDay(db, accountId, addDays(to, 1)), to));
  return {
    outcome: { task: 'insights', from, to, found: days.size, oldestPost: await findOldestPostDay(db, accountId) },
    earliestDay: oldest(days),
    refused,
    series: learned,
    async store(transaction) {
      await recordSeriesReading(transaction, accountId, { from: series, to: learned });
      await storeDays(transaction, accountId, toStoredDays(days, followers, today), fetchedAt);
      await markUnavailable(transaction, accountId, { from, to });
      await storeWindows(transaction, accountId, windows, fetchedAt);
      await storeOnlineFollowers(transaction, accountId, online, fetchedAt);
    },
  };
}

/**
 * Lengths of the windows fetched nightly; 30-day windows are fetched on demand, so that the night fits into one batch.
 */
const nightlyWindows = [7, 14, 28];

/** Lists the regular windows, except those stored and final. */
function windowsToFetch(
  { db, accountId, instagram, choose }: FetchContext,
  today: string,
  lengths?: readonly number[],
): Promise<InsightWindow[]> {
  const { startOf } = instagram.insights;
  return choose('windows', async () => {
    const stored = await listStoredWindows(db, accountId, addDays(today, -62));
    const isFinal = ({ endDay, days }: InsightWindow) =>
      stored.some(
        (window) =>
          window.end_day === endDay &&
          window.days === days &&
          window.fetched_at >= startOf(addDays(endDay, 1 + revisedDays)),
      );
    return windowsEnding(addDays(today, -1), isFinal, lengths);
  });
}

/** Fetches the regular sync: everything that fits into one batch. */
async function fetchBatch(context: FetchContext, step: Step & { task: 'batch' }): Promise<Fetched> {
  const { db, instagram, caller, accountId, at: fetchedAt, series } = context;
  const { insights, media, profiles, stories } = instagram;
  const { from, to } = step;
  const today = insights.toDay(fetchedAt);
  const known = step.stories ? await chooseStories(context) : [];
  const none = { reads: [], take: () => [] };
  const [profile, read, windows, followerCells, engagedCells, readStories, listedCollaborations] =
    await instagram.fetchBatch(caller, [
      profiles.profileQuery(accountId),
      insights.daysQuery(accountId, { from, to, today, shift: series.shift, refused: context.refused, withTaps: true }),
      insights.windowsQuery(accountId, from < today ? await windowsToFetch(context, today, nightlyWindows) : []),
      step.demographics ? profiles.demographicsQuery(accountId, 'follower') : none,
      step.demographics ? profiles.demographicsQuery(accountId, 'engaged') : none,
      step.stories ? stories.storiesQuery(accountId, known, caller) : { reads: [], take: () => null },
      step.demographics && hasCollaborations(context) ? media.collaborationsQuery(accountId) : none,
    ]);
  const retried = await insights.retryRefusedDays(caller, accountId, read);
  const { days, online, series: learned } = retried;
  const refused = listedCollaborations ? retried.refused : [...retried.refused, collaborationsRefused];
  const shown = readStories
    ? await stories.retryRefusedStories(caller, accountId, readStories, { isThorough: false })
    : [];
  const followers = toFollowers(days, profile, today);
  return {
    outcome: { task: 'batch', from, to, found: days.size, oldestPost: await findOldestPostDay(db, accountId) },
    earliestDay: oldest(days),
    refused,
    series: learned,
    async store(transaction) {
      await recordSeriesReading(transaction, accountId, { from: series, to: learned });
      await updateProfile(transaction, accountId, toProfileColumns(profile));
      await storeDays(transaction, accountId, toStoredDays(days, followers, today), fetchedAt);
      await storeWindows(transaction, accountId, windows, fetchedAt);
      await storeOnlineFollowers(transaction, accountId, online, fetchedAt);
      await storeDemographics(transaction, accountId, { audience: 'follower', day: today, cells: followerCells });
      await storeDemographics(transaction, accountId, { audience: 'engaged', day: today, cells: engagedCells });
      await storeMedia(transaction, accountId, [...shown, ...(listedCollaborations ?? [])], {
        observedAt: fetchedAt,
        toDay: insights.toDay,
      });
    },
  };
}

/** Returns followers at each day's end, derived from the current number and the daily changes. */
function toFollowers(
  days: ReadonlyMap<string, DayFigures>,
  { followersCount }: InstagramProfile,
  today: string,
): Map<string, number> {
  if (followersCount === null) return new Map();
  const yesterday = followersBefore({ followers: followersCount, ...toMoves(days.get(today)) }, addDays(today, -1));
  return deriveFollowers(days, yesterday).set(today, followersCount);
}

function toMoves(figures: DayFigures | undefined) {
  return { follows: figures?.follows ?? null, unfollows: figures?.unfollows ?? null };
}

function toStoredDays(days: ReadonlyMap<string, DayFigures>, followers: ReadonlyMap<string, number>, today: string) {
  const stored = [...new Set([...days.keys(), ...(followers.has(today) ? [today] : [])])].sort();
  return stored.map((day) => ({
    day,
    figures: { ...days.get(day), followers: followers.get(day) ?? null },
    complete: day < today,
  }));
}

/** Lists the stories seen before that should still be live. */
function chooseStories({ db, accountId, at, choose }: FetchContext): Promise<KnownStory[]> {
  return choose('stories', async () => {
    const live = await listLiveStories(db, accountId, at);
    return live.map(({ media_id, published_at, insights_refusal }) => ({
      id: media_id,
      isQuiet: insights_refusal !== null,
      isEnding: at.getTime() >= published_at.getTime() + storyLife - finalSyncWindow,
    }));
  });
}

function toProfileColumns(profile: InstagramProfile) {
  return {
    username: profile.username,
    name: profile.name,
    picture: profile.picture,
    followers_count: profile.followersCount,
    follows_count: profile.followsCount,
    media_count: profile.mediaCount,
  };
}

function oldest(days: ReadonlyMap<string, DayFigures>): string | null {
  return [...days.keys()].sort()[0] ?? null;
}
