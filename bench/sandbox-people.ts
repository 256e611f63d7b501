import { setTimeout as sleep } from 'node:timers/promises';
import { getSyncStatus } from '@tidemark/contract';
import type { TestClient } from '../apps/server/test/test-client.ts';
import type { Parts } from './start-parts.ts';

/** An account's real data in the sandbox. */
export interface WorldAccount {
  id: string;
  username: string;
  insightsSince: string;
  mediaCount: number;
  liveStories: number;
}

export async function findSandboxAccount(app: Parts, email: string, index: number): Promise<WorldAccount> {
  const { people } = await app.control<{ people: { email: string; accounts: WorldAccount[] }[] }>('world');
  const account = people.find((person) => person.email === email)?.accounts[index];
  if (!account) throw new Error(`${email} has no account number ${index}`);
  return account;
}

export async function givePlan(app: Parts, client: TestClient, plan: string): Promise<void> {
  const { user } = await client.load();
  await (await app.as('olu@sandbox.test')).setPlan(user._id, plan);
}

export async function connect(app: Parts, client: TestClient, email: string): Promise<void> {
  const { code } = await app.control<{ code: string }>('meta/code', { method: 'POST', body: { email } });
  await client.connectMeta(code);
}

export async function untilSynced(client: TestClient, accountId: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(20)) {
    const { syncStatus } = await client.call(getSyncStatus, { params: { id: accountId } });
    if (!syncStatus.initialization.active && !syncStatus.syncRunning) return;
  }
  throw new Error(`The account ${accountId} was not synced in time`);
}
