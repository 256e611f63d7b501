import { countDays, getSyncStatus, type SyncStatus } from '@tidemark/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from './start-test-app.ts';
import type { TestClient } from './test-client.ts';

/** The sandbox's true data, which it serves next to the Graph API. */
export interface WorldAccount {
  id: string;
  key: string;
  username: string;
  pageId: string;
  insightsSince: string;
  followersNow: number;
  mediaCount: number;
  liveStories: number;
}

export interface WorldDay {
  day: string;
  hasInsights: boolean;
  views: number;
  reach: number;
  totalInteractions: number;
  likes: number;
  comments: number;
  saves: number;
  shares: number;
  replies: number;
  reposts: number;
  accountsEngaged: number;
  follows: number;
  unfollows: number;
  profileViews: number;
  websiteClicks: number;
  profileLinksTaps: number;
  followersEnd: number;
  onlineFollowers: Record<string, number>;
  cells: {
    profileLinksTaps: Record<string, number>;
    reachByFollowType: Record<string, number>;
    viewsByFollowType: Record<string, number>;
    views: Record<string, number>;
    reach: Record<string, number>;
    totalInteractions: Record<string, number>;
  };
}

/** Returns the current day in Instagram's time zone. */
export async function worldToday(app: TestApp): Promise<string> {
  return (await app.control<{ today: string }>('world')).today;
}

const surfaceParts = {
  post: ['POST', 'FEED'],
  reel: ['REEL'],
  story: ['STORY'],
  carousel: ['CAROUSEL_CONTAINER', 'CAROUSEL_ITEM'],
  ad: ['AD'],
  other: ['IGTV', 'AR_EFFECT_PREVIEW', 'UNKNOWN'],
} as const;

/** Instagram returns no cells by follow type beyond about a year, which leaves them unknown. */
const followTypeDays = 366;

/** Returns the expected value for each of a complete day's columns, as fetched on `today`. */
export function toStoredDay(day: WorldDay, today: string): Record<string, number | null> {
  const expected = toCompleteDay(day);
  if (countDays(day.day, today) <= followTypeDays) return expected;
  const unknown = Object.keys(expected).filter((column) => /_(non_)?follower$/.test(column));
  const { followers: _derived, ...others } = expected;
  return { ...others, ...Object.fromEntries([...unknown, 'follows', 'unfollows'].map((column) => [column, null])) };
}

function toCompleteDay({ cells, ...day }: WorldDay): Record<string, number> {
  const bySurface = (prefix: string, parts: Record<string, number>) =>
    Object.fromEntries(
      Object.entries(surfaceParts).map(([surface, names]) => [
        `${prefix}_${surface}`,
        names.reduce((sum, name) => sum + (parts[name] ?? 0), 0),
      ]),
    );
  return {
    reach: day.reach,
    views: day.views,
    interactions: day.totalInteractions,
    likes: day.likes,
    comments: day.comments,
    saves: day.saves,
    shares: day.shares,
    replies: day.replies,
    reposts: day.reposts,
    engaged: day.accountsEngaged,
    profile_views: day.profileViews,
    website_clicks: day.websiteClicks,
    profile_links_taps: day.profileLinksTaps,
    follows: day.follows,
    unfollows: day.unfollows,
    followers: day.followersEnd,
    views_follower: cells.viewsByFollowType['FOLLOWER'] ?? 0,
    views_non_follower: cells.viewsByFollowType['NON_FOLLOWER'] ?? 0,
    reach_follower: cells.reachByFollowType['FOLLOWER'] ?? 0,
    reach_non_follower: cells.reachByFollowType['NON_FOLLOWER'] ?? 0,
    ...bySurface('views', cells.views),
    ...bySurface('interactions', cells.totalInteractions),
    ...bySurface('reach', cells.reach),
  };
}

export interface WorldMedia {
  id: string;
  kind: 'reel' | 'carousel' | 'image' | 'story' | 'video';
  publishedAt: string;
  day: string;
  hasInsights: boolean;
  hidesLikes: boolean;
  caption: string | null;
  owner: string;
  isBoosted: boolean;
  facebookViews: number;
  totalsWithAdvertising: Record<string, number>;
  collaborators: { username: string; inviteStatus: 'Accepted' | 'Pending' | 'Declined' }[];
  profileActivity: Record<string, number>;
  totals: {
    reach: number;
    views: number;
    likes: number;
    comments: number;
    saved: number;
    shares: number;
    follows: number;
    totalInteractions: number;
  };
}

export async function listWorldAccounts(app: TestApp, email: string): Promise<WorldAccount[]> {
  const { people } = await app.control<{ people: { email: string; accounts: WorldAccount[] }[] }>('world');
  const person = people.find((candidate) => candidate.email === email);
  if (!person) throw new Error(`Nobody in the sandbox has the e-mail ${email}`);
  return person.accounts;
}

export async function getWorldAccount(app: TestApp, email: string, index = 0): Promise<WorldAccount> {
  const account = (await listWorldAccounts(app, email))[index];
  if (!account) throw new Error(`${email} has no account number ${index}`);
  return account;
}

export async function trueDays(
  app: Pick<TestApp, 'control'>,
  accountId: string,
  from: string,
  to: string,
): Promise<WorldDay[]> {
  return (await app.control<{ days: WorldDay[] }>(`world/accounts/${accountId}/days?from=${from}&to=${to}`)).days;
}

/** Returns posts with their totals now, or at an earlier instant. */
export async function trueMedia(app: TestApp, accountId: string, at?: Date): Promise<WorldMedia[]> {
  const query = at ? `?at=${at.toISOString()}` : '';
  return (await app.control<{ media: WorldMedia[] }>(`world/accounts/${accountId}/media${query}`)).media;
}

/** Lists other accounts' posts with this account as an accepted collaborator, newest first. */
export async function listWorldCollaborations(app: TestApp, accountId: string): Promise<WorldMedia[]> {
  const { collaborativeMedia } = await app.control<{ collaborativeMedia: WorldMedia[] }>(
    `world/accounts/${accountId}/media`,
  );
  return collaborativeMedia;
}

/** Stories that ended in the last two weeks, with their final metrics. */
export async function endedStories(app: TestApp, accountId: string): Promise<WorldMedia[]> {
  return (await app.control<{ endedStories: WorldMedia[] }>(`world/accounts/${accountId}/media`)).endedStories;
}

export function trueWindow(
  app: TestApp,
  accountId: string,
  endDay: string,
  days: number,
): Promise<{ reach: number; nonFollowerReach: number; engaged: number }> {
  return app.control(`world/accounts/${accountId}/windows?endDay=${endDay}&days=${days}`);
}

/** Connects a person's business login, by default with all pages. */
export async function connect(
  app: TestApp,
  client: TestClient,
  email: string,
  choice: { excludedPages?: string[] } = {},
): Promise<void> {
  const { code } = await app.control<{ code: string }>('meta/code', {
    method: 'POST',
    body: JSON.stringify({ email, ...choice }),
  });
  await client.connectMeta(code);
}

/** Starts a user with a plan and a connection, and one linked account after its first sync. */
export async function startSynced(
  app: TestApp,
  email: string,
  { plan = 'pro', account = 0 }: { plan?: string; account?: number } = {},
) {
  const client = await app.withPlan(email, plan);
  await connect(app, client, email);
  const linked = await getWorldAccount(app, email, account);
  await client.link(linked.id);
  await untilSynced(client, linked.id);
  return { client, account: linked };
}

export async function untilSynced(
  client: TestClient,
  accountId: string,
  isDone: (status: SyncStatus) => boolean = ({ initialization, syncRunning }) => !initialization.active && !syncRunning,
): Promise<SyncStatus> {
  for (const deadline = Date.now() + 90_000; Date.now() < deadline; await sleep(50)) {
    const { syncStatus } = await client.call(getSyncStatus, { params: { id: accountId } });
    if (isDone(syncStatus)) return syncStatus;
  }
  throw new Error(`The account ${accountId} was not synced in time`);
}
