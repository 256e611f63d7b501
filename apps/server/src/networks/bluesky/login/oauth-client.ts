import { safeFetchWrap } from '@atproto-labs/fetch-node';
import { NodeOAuthClient, type NodeSavedSession, type NodeSavedState } from '@atproto/oauth-client-node';
import type { BlueskyConfig } from '../../../config/networks.ts';
import { toClientMetadata } from './client-metadata.ts';

/** The key and the verifier with which the code of a started sign-in is exchanged. */
export type SignInSecrets = NodeSavedState;

/** Proves with OAuth who owns an account: https://atproto.com/specs/oauth. */
export interface BlueskyOAuth {
  /** Returns the address at the account's server where its owner signs in. */
  start(did: string, save: (state: string, secrets: SignInSecrets) => Promise<void>): Promise<URL>;
  /** Returns the DID of the account whose owner has signed in, and revokes its token, which nothing needs. */
  finish(answer: URLSearchParams, secrets: SignInSecrets): Promise<string>;
}

export function createBlueskyOAuth({
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
      openClient({ get: async () => undefined, set: save, del: async () => undefined }).authorize(did),
    async finish(answer, secrets) {
      const states = { get: async () => secrets, set: async () => undefined, del: async () => undefined };
      const { session } = await openClient(states).callback(answer);
      await session.signOut();
      return session.did;
    },
  };
}
