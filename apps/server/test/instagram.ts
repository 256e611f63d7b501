import { authorizeInstagram, startInstagramLogin } from '@tidemark/contract';
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
