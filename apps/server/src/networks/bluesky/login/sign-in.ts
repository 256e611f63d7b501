import type { AccountId, LiveMessage } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { announceReferences } from '../../../features/accounts/index.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import type { Vault } from '../../../platform/secrets.ts';
import type { AppView, BlueskyProfile } from '../client/app-view.ts';
import type { BlueskyOAuth } from './oauth.ts';
import { deleteLogin, saveLogin, saveSignIn, takeSignIn } from './queries.ts';
import { toProfileFailure, toSignInFailure } from './sign-in-failures.ts';

export interface SignInDeps {
  db: Database;
  vault: Vault;
  clock: Clock;
  events: EventBus<LiveMessage>;
  appView: AppView;
  oauth: BlueskyOAuth;
}

/** The answer of an account's server, as it arrives in the browser's address. */
export interface SignInAnswer {
  state: string;
  iss?: string | undefined;
  code?: string | undefined;
  error?: string | undefined;
  error_description?: string | undefined;
}

/** Returns the handle in what a person enters: with `@`, or the address of a profile. */
function toHandle(entered: string): string {
  const [, name = entered] = /^https?:\/\/[^/]+\/profile\/([^/?#]+)/.exec(entered) ?? [];
  return name.replace(/^@/, '').toLowerCase();
}

async function fetchProfile({ appView }: SignInDeps, actor: string): Promise<BlueskyProfile> {
  return appView.fetchProfile({}, actor).catch((cause: unknown) => {
    throw toProfileFailure(cause);
  });
}

/** Returns the address at the account's server where its owner signs in. */
export async function startSignIn(deps: SignInDeps, userId: string, entered: string): Promise<string> {
  const { db, vault, clock, oauth } = deps;
  const { did } = await fetchProfile(deps, toHandle(entered));
  try {
    const url = await oauth.start(did, (state, secrets) =>
      saveSignIn(db, vault, { state, secrets, userId, now: clock() }),
    );
    return url.href;
  } catch (cause) {
    throw toSignInFailure(cause);
  }
}

/** Checks the answer of an account's server, and stores that the user owns the account. */
export async function finishSignIn(
  deps: SignInDeps,
  userId: string,
  answer: SignInAnswer,
): Promise<{ accountId: AccountId; username: string }> {
  const { db, vault, clock, oauth } = deps;
  const secrets = await takeSignIn(db, vault, { state: answer.state, userId, now: clock() });
  if (!secrets) throw new ApiError('bluesky_login_expired', { field: 'state' });
  if (answer.error === 'access_denied') throw new ApiError('bluesky_login_denied', { field: 'error' });
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(answer)) if (typeof value === 'string') given.set(name, value);
  const did = await oauth.finish(given, secrets).catch((cause: unknown) => {
    throw toSignInFailure(cause);
  });
  const profile = await fetchProfile(deps, did);
  const accountId = await saveLogin(db, userId, { profile, now: clock() });
  if (accountId === null) throw new ApiError('user_deleted');
  await announceReferences(deps, userId);
  return { accountId, username: profile.handle };
}

export async function disconnect(deps: SignInDeps, userId: string, accountId: AccountId): Promise<void> {
  if (!(await deleteLogin(deps.db, userId, accountId))) throw new ApiError('bluesky_login_not_found');
  await announceReferences(deps, userId);
}
