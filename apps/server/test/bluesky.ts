import {
  activateAccount,
  addAccount,
  authorizeBluesky,
  getSyncStatus,
  linkAccount,
  startBlueskyLogin,
  type AccountId,
} from '@tidemark/contract';
import { signInAtStandIn } from '../../sandbox/test/sign-in-at-stand-in.ts';
import type { TestApp } from './start-test-app.ts';
import type { TestClient } from './test-client.ts';
import { until } from './until.ts';

export interface StandInAccount {
  did: string;
  handle: string;
}

export interface StandInTruth extends StandInAccount {
  followers: number;
  posts: { rkey: string; at: string; likes: number; replies: number; quotes: number; reposts: number }[];
}

export const withBluesky = { NETWORKS: 'instagram_account,bluesky_account' };

/** Returns an account at the stand-in by its handle. */
export async function findStandIn(app: Pick<TestApp, 'control'>, handle: string): Promise<StandInAccount> {
  const { did } = await readTruth(app, handle);
  return { did, handle };
}

export const readTruth = (app: Pick<TestApp, 'control'>, actor: string) =>
  app.control<StandInTruth>(`bluesky/${actor}`);

export const changeStandIn = (app: Pick<TestApp, 'control'>, actor: string, change: object) =>
  app.control<void>(`bluesky/${actor}`, { method: 'POST', body: JSON.stringify(change) });

/** Signs in at the account's server, and returns what the browser brings back. */
export async function signInAtBluesky(
  client: TestClient,
  { did, handle }: StandInAccount,
  choice?: 'consent' | 'reject',
) {
  const { url } = await client.call(startBlueskyLogin, { body: { handle } });
  const { searchParams } = await signInAtStandIn(url, did, choice);
  return Object.fromEntries(searchParams) as { state: string };
}

export async function connectBluesky(client: TestClient, account: StandInAccount): Promise<AccountId> {
  const body = await signInAtBluesky(client, account);
  return (await client.call(authorizeBluesky, { body })).accountId;
}

/** Registers, links and activates, as the UI does. */
export async function linkBluesky(client: TestClient, accountId: AccountId): Promise<void> {
  const body = { accountId, type: 'bluesky_account' as const, accountRefId: null };
  await client.call(addAccount, { body });
  await client.call(linkAccount, { body });
  await client.call(activateAccount, { body });
}

/** Connects and links an account at the stand-in, and waits until its first sync has ended. */
export async function syncBluesky(
  app: Pick<TestApp, 'control'>,
  client: TestClient,
  handle: string,
): Promise<AccountId> {
  const id = await connectBluesky(client, await findStandIn(app, handle));
  await linkBluesky(client, id);
  await until(async () => {
    const { syncStatus } = await client.call(getSyncStatus, { params: { id } });
    return syncStatus.lastSyncAt !== null && !syncStatus.syncRunning;
  });
  return id;
}
