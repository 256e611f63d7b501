import { safeFetchWrap } from '@atproto-labs/fetch-node';
import { FetchError, NodeOAuthClient, OAuthResponseError, type NodeSavedSession } from '@atproto/oauth-client-node';
import type { BlueskyConfig } from '../../../config/networks.ts';
import { toClientMetadata } from './client-metadata.ts';
import { SignInError, type BlueskyOAuth } from './oauth.ts';

export function createOAuthClient({
  appViewUrl,
  directoryUrl,
  appUrl,
}: BlueskyConfig & { appUrl: string }): BlueskyOAuth {
  const isLocal = directoryUrl.startsWith('http:');
  // The account names its server, so a redirect could lead anywhere.
  const safeFetch = safeFetchWrap({ ssrfProtection: !isLocal, timeout: 10_000, forbiddenDomainNames: [] });
  const openClient = (stateStore: ConstructorParameters<typeof NodeOAuthClient>[0]['stateStore']) => {
    const sessions = new Map<string, NodeSavedSession>();
    return new NodeOAuthClient({
      clientMetadata: toClientMetadata(appUrl),
      handleResolver: appViewUrl,
      plcDirectoryUrl: directoryUrl,
      allowHttp: isLocal,
      fetch: (input, init) => safeFetch(input, { ...init, redirect: 'error' }),
      stateStore,
      sessionStore: {
        get: async (did) => sessions.get(did),
        set: async (did, session) => void sessions.set(did, session),
        del: async (did) => void sessions.delete(did),
      },
      // A session lives for one call.
      requestLock: async (_name, run) => run(),
    });
  };
  return {
    start: (did, save) =>
      openClient({ get: async () => undefined, set: save, del: async () => undefined })
        .authorize(did)
        .catch(throwSignInError),
    async finish(answer, secrets) {
      const states = { get: async () => secrets, set: async () => undefined, del: async () => undefined };
      const { session } = await openClient(states).callback(answer).catch(throwSignInError);
      await session.signOut();
      return session.did;
    },
  };
}

function throwSignInError(cause: unknown): never {
  throw new SignInError(isAway(cause), cause);
}

function isAway(error: unknown): boolean {
  if (error instanceof OAuthResponseError) return error.status >= 500 || error.status === 429;
  if (error instanceof FetchError) return true;
  if (!(error instanceof Error)) return false;
  return error.message === 'fetch failed' || error.name === 'TimeoutError' || isAway(error.cause);
}
