import { authorizeInstagram, startInstagramLogin } from '@tidemark/contract';
import { createInstagramGraph } from '../src/networks/instagram/client/instagram-graph.ts';
import { readConfig } from '../src/config/config.ts';
import { instagramLoginWork } from '../src/networks/instagram/connections/instagram/check-login.ts';
import type { createConnectionAccess } from '../src/networks/instagram/connections/connection-access.ts';
import { createLocalEventBus } from '../src/platform/events/event-bus.ts';
import { createLog } from '../src/platform/log/log.ts';
import { createVault } from '../src/platform/secrets.ts';
import { runWork } from './run-work.ts';
import type { TestApp } from './start-test-app.ts';
import type { TestClient } from './test-client.ts';

/** The sandbox's account without a Facebook page. */
export const pageless = { email: 'theo@sandbox.test', username: 'okafor.prints' };

/** Starts a login at Instagram and returns what Instagram sends back. */
export async function allowAtInstagram(
  app: TestApp,
  client: TestClient,
  { username = pageless.username, ...choice }: { username?: string; without?: string[] } = {},
): Promise<{ code: string; state: string; accountId: string }> {
  const { url } = await client.call(startInstagramLogin, { body: { returnTo: '/profile' } });
  const { searchParams } = new URL(url);
  const { code, accountId } = await app.control<{ code: string; accountId: string }>('instagram/code', {
    method: 'POST',
    body: JSON.stringify({ username, redirectUri: searchParams.get('redirect_uri'), ...choice }),
  });
  return { code, accountId, state: searchParams.get('state') ?? '' };
}

/** Connects an account with a login at Instagram; returns its ID. */
export async function connectInstagram(
  app: TestApp,
  client: TestClient,
  username = pageless.username,
): Promise<string> {
  const { accountId, ...body } = await allowAtInstagram(app, client, { username });
  await client.call(authorizeInstagram, { body });
  return accountId;
}

type ConnectionDeps = Parameters<typeof createConnectionAccess>[0];

/** Returns what the work and the services for connections depend on, for use in this process. */
export function createConnectionDeps(app: TestApp, clock: () => Date): ConnectionDeps {
  const { meta, instagram } = readConfig({ ...app.sandbox.environment, NODE_ENV: 'test' }, { sandbox: true });
  const { businessLogin, instagramLogin } = createInstagramGraph({
    baseUrl: meta.graphBaseUrl,
    version: meta.graphVersion,
    appId: meta.appId,
    appSecret: meta.appSecret.reveal(),
    dayZone: 'UTC',
    instagram,
  });
  const vault = createVault(`test:${Buffer.alloc(32, 7).toString('base64')}`);
  return { db: app.db, clock, vault, businessLogin, instagramLogin, events: createLocalEventBus() };
}

/** Checks the due logins at Instagram, as the background work does; returns the failures' messages. */
export function checkInstagramLogins(deps: ConnectionDeps): Promise<string[]> {
  const { db, clock } = deps;
  return runWork(instagramLoginWork, { db, clock, connectionDeps: deps, log: createLog({ level: 'silent' }) });
}
