import { getSyncStatus, type SyncStatus } from '@tidemark/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from './start-test-app.ts';
import type { TestClient } from './test-client.ts';

/** The stand-in's own truth, as it tells it beside the Graph API. */
export interface WorldAccount {
  id: string;
  key: string;
  username: string;
  insightsSince: string;
  followersNow: number;
  mediaCount: number;
  liveStories: number;
}

export interface WorldDay {
  day: string;
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

export interface WorldMedia {
  id: string;
  kind: 'reel' | 'carousel' | 'image' | 'story' | 'video';
  publishedAt: string;
  day: string;
  hasInsights: boolean;
  hidesLikes: boolean;
  caption: string | null;
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

export async function accountsOf(app: TestApp, email: string): Promise<WorldAccount[]> {
  const { people } = await app.control<{ people: { email: string; accounts: WorldAccount[] }[] }>('world');
  const person = people.find((candidate) => candidate.email === email);
  if (!person) throw new Error(`Nobody in the sandbox has the e-mail ${email}`);
  return person.accounts;
}

export async function accountOf(app: TestApp, email: string, index = 0): Promise<WorldAccount> {
  const account = (await accountsOf(app, email))[index];
  if (!account) throw new Error(`${email} has no account number ${index}`);
  return account;
}

export async function trueDays(app: TestApp, accountId: string, from: string, to: string): Promise<WorldDay[]> {
  return (await app.control<{ days: WorldDay[] }>(`world/accounts/${accountId}/days?from=${from}&to=${to}`)).days;
}

export async function trueMedia(app: TestApp, accountId: string): Promise<WorldMedia[]> {
  return (await app.control<{ media: WorldMedia[] }>(`world/accounts/${accountId}/media`)).media;
}

/** Stories that ended in the last two weeks, with what they had then. */
export async function endedStories(app: TestApp, accountId: string): Promise<WorldMedia[]> {
  return (await app.control<{ endedStories: WorldMedia[] }>(`world/accounts/${accountId}/media`)).endedStories;
}

export function trueWindow(
  app: TestApp,
  accountId: string,
  endDay: string,
  days: number,
): Promise<{ reach: number; engaged: number }> {
  return app.control(`world/accounts/${accountId}/windows?endDay=${endDay}&days=${days}`);
}

export async function connect(app: TestApp, client: TestClient, email: string): Promise<void> {
  const { code } = await app.control<{ code: string }>('meta/code', {
    method: 'POST',
    body: JSON.stringify({ email }),
  });
  await client.connectMeta(code);
}

/** A person with a plan, connected, with one account linked and its first sync done. */
export async function settled(
  app: TestApp,
  email: string,
  { plan = 'pro', account = 0 }: { plan?: string; account?: number } = {},
) {
  const client = await app.withPlan(email, plan);
  await connect(app, client, email);
  const linked = await accountOf(app, email, account);
  await client.link(linked.id);
  await untilSynced(client, linked.id);
  return { client, account: linked };
}

export async function untilSynced(
  client: TestClient,
  accountId: string,
  isDone: (status: SyncStatus) => boolean = ({ initialization, syncRunning }) => !initialization.active && !syncRunning,
): Promise<SyncStatus> {
  for (const deadline = Date.now() + 45_000; Date.now() < deadline; await sleep(50)) {
    const { syncStatus } = await client.call(getSyncStatus, { params: { id: accountId } });
    if (isDone(syncStatus)) return syncStatus;
  }
  throw new Error(`The account ${accountId} was not synced in time`);
}
