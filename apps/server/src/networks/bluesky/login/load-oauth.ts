import type { BlueskyConfig } from '../../../config/networks.ts';
import type { BlueskyOAuth } from './oauth.ts';

/** Loads the client with the first sign-in, because it takes half a second and 50 MB. */
export function createBlueskyOAuth(options: BlueskyConfig & { appUrl: string }): BlueskyOAuth {
  let loading: Promise<BlueskyOAuth> | null = null;
  const load = () =>
    (loading ??= import('./oauth-client.ts').then(({ createOAuthClient }) => createOAuthClient(options)));
  return {
    start: async (did, save) => (await load()).start(did, save),
    finish: async (answer, secrets) => (await load()).finish(answer, secrets),
  };
}
