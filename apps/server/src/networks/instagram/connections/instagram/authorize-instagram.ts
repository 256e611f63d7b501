import { instagramReturnPath, type InstagramLoginOrigin, type LiveMessage } from '@tidemark/contract';
import { GraphError } from '../../client/graph-error.ts';
import type { InstagramIdentity, InstagramLogin } from '../../client/instagram-login.ts';
import type { Database } from '../../../../database/database.ts';
import { ApiError } from '../../../../platform/api-error.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { EventBus } from '../../../../platform/events/event-bus.ts';
import type { Vault } from '../../../../platform/secrets.ts';
import { publishConnection } from '../publish-connection.ts';
import { readState, writeState } from './login-state.ts';
import { saveInstagramLogin } from './queries.ts';

export interface InstagramLoginDeps {
  db: Database;
  vault: Vault;
  clock: Clock;
  /** Null when logins at Instagram are not configured. */
  instagramLogin: InstagramLogin | null;
  events: EventBus<LiveMessage>;
  appUrl: string;
}

function requireConfigured({ instagramLogin }: InstagramLoginDeps): InstagramLogin {
  if (!instagramLogin) throw new ApiError('instagram_not_configured');
  return instagramLogin;
}

const toRedirectUri = (appUrl: string) => `${appUrl}${instagramReturnPath}`;

export function startLogin(deps: InstagramLoginDeps, userId: string, returnTo: InstagramLoginOrigin): string {
  const { vault, clock, appUrl } = deps;
  return requireConfigured(deps).toAuthorizeUrl({
    state: writeState(vault, { userId, returnTo, now: clock() }),
    redirectUri: toRedirectUri(appUrl),
  });
}

/** Exchanges Instagram's code, checks permissions and account, and stores the login for this user. */
export async function authorizeInstagram(
  deps: InstagramLoginDeps,
  userId: string,
  { code, state }: { code: string; state: string },
): Promise<{ accountId: string; username: string; returnTo: InstagramLoginOrigin }> {
  const { db, vault, clock, appUrl } = deps;
  const instagram = requireConfigured(deps);
  const returnTo = readState(vault, state, { userId, now: clock() });
  if (returnTo === null) throw new ApiError('instagram_login_expired');

  const granted = await instagram.exchangeCode(code, toRedirectUri(appUrl)).catch((cause: unknown) => {
    throw toFailure(cause, 'instagram_code_refused');
  });
  if (granted.missing.length > 0) throw new ApiError('instagram_permissions_missing', { missing: granted.missing });
  const token = await instagram.toLongLived(granted.token).catch((cause: unknown) => {
    throw toFailure(cause, 'instagram_code_refused');
  });
  const identity = await identify(instagram, token.token);
  if (!(await saveInstagramLogin(db, vault, userId, { token, identity, now: clock() })))
    throw new ApiError('user_deleted');
  await publishConnection(deps, userId);
  return { accountId: identity.profile.id, username: identity.profile.username, returnTo };
}

async function identify(instagram: InstagramLogin, token: string): Promise<InstagramIdentity> {
  const identity = await instagram.identify(token).catch((cause: unknown) => {
    throw toFailure(cause, 'instagram_account_restricted');
  });
  if (!identity.isProfessional) throw new ApiError('instagram_account_personal');
  return identity;
}

function toFailure(cause: unknown, code: 'instagram_code_refused' | 'instagram_account_restricted'): unknown {
  if (!(cause instanceof GraphError)) return cause;
  const isAway = cause.kind === 'transient' || cause.kind.startsWith('throttle');
  return new ApiError(isAway ? 'meta_unavailable' : code, undefined, { cause });
}
