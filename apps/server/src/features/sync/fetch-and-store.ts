import type { DayFigures } from '../../clients/instagram-graph/day-figures.ts';
import type { InstagramProfile } from '../../clients/instagram-graph/instagram-profile.ts';
import { addDays } from '../../platform/clock.ts';
import { updateProfile } from '../accounts/index.ts';
import type { FetchContext, Fetched } from './fetch-context.ts';
import { fetchMediaPage, fetchOwnFigures } from './fetch-media.ts';
import { followersBefore, reckonFollowers } from './followers.ts';
import { findFollowerDay, findOldestPostDay, listLiveStories, type LiveStoryRow } from './queries.ts';
import { lastReadingSpan, storyLife } from './rhythm-rules.ts';
import { windowsEnding, type Step } from './rules.ts';
import { storeDays, storeDemographics, storeOnlineFollowers, storeWindows } from './store.ts';
import { storeMedia } from './store-media.ts';

/** Carries a step out against the Graph API. */
export async function fetchStep(context: FetchContext, step: Step): Promise<Fetched> {
  switch (step.task) {
    case 'account_details':
      return fetchProfile(context);
    case 'follower_demographics':
    case 'audience_demographics':
      return fetchDemographics(context, step.task);
    case 'media_history':
      return fetchMediaPage(context, step);
    case 'own_figures':
      return fetchOwnFigures(context);
    case 'stories':
      return fetchStories(context);
    case 'insights':
      return fetchInsights(context, step);
    case 'together':
      return fetchTogether(context, step);
  }
}

async function fetchProfile({ instagram, caller, accountId }: FetchContext): Promise<Fetched> {
  const [profile] = await instagram.readTogether(caller, [instagram.profiles.profileReading(accountId)]);
  return {
    outcome: { task: 'account_details' },
    earliestDay: null,
    store: (transaction) => updateProfile(transaction, accountId, toProfileColumns(profile)),
  };
}

async function fetchDemographics(
  { instagram, caller, accountId, clock }: FetchContext,
  task: 'follower_demographics' | 'audience_demographics',
): Promise<Fetched> {
  const audience = task === 'follower_demographics' ? 'follower' : 'engaged';
  const day = instagram.insights.dayOf(clock());
  const [cells] = await instagram.readTogether(caller, [instagram.profiles.demographicsReading(accountId, audience)]);
  return {
    outcome: { task },
    earliestDay: null,
    store: (transaction) => storeDemographics(transaction, accountId, { audience, day, cells }),
  };
}

async function fetchStories({ db, instagram, caller, accountId, clock, isFirst }: FetchContext): Promise<Fetched> {
  const observedAt = clock();
  const known = await listLiveStories(db, accountId, observedAt);
  const [read] = await instagram.readTogether(caller, [
    instagram.stories.storiesReading(accountId, toKnownStories(known, observedAt)),
  ]);
  const stories = await instagram.stories.settleStories(caller, accountId, read, { isThorough: isFirst });
  return {
    outcome: { task: 'stories' },
    earliestDay: null,
    store: (transaction) =>
      storeMedia(transaction, accountId, stories, { observedAt, dayOf: instagram.insights.dayOf }),
  };
}

/** A window of days; with the newest one come the unique counts, the hours people are online, and the followers now. */
async function fetchInsights(context: FetchContext, { from, to }: { from: string; to: string }): Promise<Fetched> {
  const { db, instagram, caller, accountId, clock, refused: known } = context;
  const { insights } = instagram;
  const fetchedAt = clock();
  const today = insights.dayOf(fetchedAt);
  const isNewest = to === today;
  const none = { reads: [], take: () => [] };
  const [profile, read, windows, online] = await instagram.readTogether(caller, [
    // Followers and today's moves come from one batch, so that nobody follows in between.
    isNewest ? instagram.profiles.profileReading(accountId) : { reads: [], take: () => null },
    insights.daysReading(accountId, { from, to, today, refused: known, withTaps: false }),
    isNewest ? insights.windowsReading(accountId, windowsEnding(addDays(today, -1))) : none,
    insights.onlineReading(accountId, { from, to, today }),
  ]);
  const { days, refused } = await insights.finishDays(caller, accountId, read);
  const followers = profile
    ? followersOf(days, profile, today)
    : reckonFollowers(days, followersBefore(await findFollowerDay(db, accountId, addDays(to, 1)), to));
  return {
    outcome: { task: 'insights', from, to, found: days.size, oldestPost: await findOldestPostDay(db, accountId) },
    earliestDay: oldestOf(days),
    refused,
    async store(transaction) {
      await storeDays(transaction, accountId, toStoredDays(days, followers, today), fetchedAt);
      await storeWindows(transaction, accountId, windows, fetchedAt);
      await storeOnlineFollowers(transaction, accountId, online, fetchedAt);
    },
  };
}

/** The regular reading: everything that fits into one batch. */
async function fetchTogether(context: FetchContext, step: Step & { task: 'together' }): Promise<Fetched> {
  const { db, instagram, caller, accountId, clock, refused: known } = context;
  const { insights, profiles, stories } = instagram;
  const { from, to } = step;
  const fetchedAt = clock();
  const today = insights.dayOf(fetchedAt);
  const live = step.stories ? await listLiveStories(db, accountId, fetchedAt) : [];
  const none = { reads: [], take: () => [] };
  const [profile, read, windows, online, followerCells, engagedCells, readStories] = await instagram.readTogether(
    caller,
    [
      profiles.profileReading(accountId),
      insights.daysReading(accountId, { from, to, today, refused: known, withTaps: true }),
      from < today ? insights.windowsReading(accountId, windowsEnding(addDays(today, -1))) : none,
      insights.onlineReading(accountId, { from, to, today }),
      step.demographics ? profiles.demographicsReading(accountId, 'follower') : none,
      step.demographics ? profiles.demographicsReading(accountId, 'engaged') : none,
      step.stories
        ? stories.storiesReading(accountId, toKnownStories(live, fetchedAt))
        : { reads: [], take: () => null },
    ],
  );
  const { days, refused } = await insights.settleDays(caller, accountId, read);
  const shown = readStories ? await stories.settleStories(caller, accountId, readStories, { isThorough: false }) : [];
  const followers = followersOf(days, profile, today);
  return {
    outcome: { task: 'together', from, to, found: days.size, oldestPost: await findOldestPostDay(db, accountId) },
    earliestDay: oldestOf(days),
    refused,
    async store(transaction) {
      await updateProfile(transaction, accountId, toProfileColumns(profile));
      await storeDays(transaction, accountId, toStoredDays(days, followers, today), fetchedAt);
      await storeWindows(transaction, accountId, windows, fetchedAt);
      await storeOnlineFollowers(transaction, accountId, online, fetchedAt);
      await storeDemographics(transaction, accountId, { audience: 'follower', day: today, cells: followerCells });
      await storeDemographics(transaction, accountId, { audience: 'engaged', day: today, cells: engagedCells });
      await storeMedia(transaction, accountId, shown, { observedAt: fetchedAt, dayOf: insights.dayOf });
    },
  };
}

/** Followers at the end of each day, and now: from how many there are, and who came and left day by day. */
function followersOf(
  days: ReadonlyMap<string, DayFigures>,
  { followersCount }: InstagramProfile,
  today: string,
): Map<string, number> {
  if (followersCount === null) return new Map();
  const yesterday = followersBefore({ followers: followersCount, ...movesOf(days.get(today)) }, addDays(today, -1));
  return reckonFollowers(days, yesterday).set(today, followersCount);
}

function movesOf(figures: DayFigures | undefined) {
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

function toKnownStories(live: LiveStoryRow[], now: Date) {
  return live.map(({ media_id, published_at, insights_refusal }) => ({
    id: media_id,
    isQuiet: insights_refusal !== null,
    isEnding: now.getTime() >= published_at.getTime() + storyLife - lastReadingSpan,
  }));
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

function oldestOf(days: ReadonlyMap<string, DayFigures>): string | null {
  return [...days.keys()].sort()[0] ?? null;
}
