import type { NodeSavedState } from '@atproto/oauth-client-node';

/** The key and the verifier with which the code of a started sign-in is exchanged. */
export type SignInSecrets = NodeSavedState;

/** A sign-in that an account's server did not start or confirm. */
export class SignInError extends Error {
  /** The server, or the directory that names it, did not answer. */
  isAway: boolean;
  constructor(isAway: boolean, cause: unknown) {
    super('The account’s server did not confirm the sign-in', { cause });
    this.isAway = isAway;
  }
}

/** Proves with OAuth who owns an account: https://atproto.com/specs/oauth. Throws `SignInError`. */
export interface BlueskyOAuth {
  /** Returns the address at the account's server where its owner signs in. */
  start(did: string, save: (state: string, secrets: SignInSecrets) => Promise<void>): Promise<URL>;
  /** Returns the DID of the account whose owner has signed in, and revokes its token, which nothing needs. */
  finish(answer: URLSearchParams, secrets: SignInSecrets): Promise<string>;
}
