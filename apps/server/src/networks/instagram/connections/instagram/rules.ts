import { dayMillis, type ConnectionCause, type ConnectionProblem } from '@tidemark/contract';
import { storedCause } from '../rules.ts';

/** Determines whether a login is usable; `broken_reason` is a cause. */
export interface InstagramLoginState {
  broken_at: Date | null;
  broken_reason: string | null;
  expires_at: Date;
  missing_scopes: string[];
}

export function isInstagramTokenValid(
  { broken_at, expires_at }: Pick<InstagramLoginState, 'broken_at' | 'expires_at'>,
  now: Date,
): boolean {
  return broken_at === null && expires_at > now;
}

/** Returns why a login is not fully usable; null if it is. */
export function findInstagramProblem(state: InstagramLoginState, now: Date): ConnectionProblem | null {
  if (state.broken_at) return toInstagramProblem(storedCause(state.broken_reason));
  if (state.expires_at <= now) return toInstagramProblem('token_expired');
  return state.missing_scopes.length > 0 ? toInstagramProblem('permission_missing', state.missing_scopes) : null;
}

const again = 'Connect it again to continue.';
const messages: Partial<Record<ConnectionCause, string>> = {
  disconnected: `The login at Instagram was disconnected. ${again}`,
  token_expired: `The login at Instagram has expired. ${again}`,
  password_changed: `The Instagram password was changed, or Instagram ended the session for security reasons. ${again}`,
  app_removed: `This app was removed on Instagram. ${again}`,
  checkpoint: 'Instagram requires you to confirm something in its app first. Then connect the account again.',
  ended_here: `All logins at Instagram were ended for security reasons. ${again}`,
  account_personal:
    'This is a personal account now, for which Instagram provides no metrics. Switch it back to a professional account; syncing resumes within a day.',
};

/** Returns the message for a cause; names missing permissions. */
export function toInstagramProblem(cause: ConnectionCause, missing: readonly string[] = []): ConnectionProblem {
  const message =
    cause === 'permission_missing'
      ? `Instagram denies access to part of this account${missing.length > 0 ? ` (${missing.join(', ')})` : ''}. Connect it again and leave all permissions switched on.`
      : (messages[cause] ?? `Instagram no longer accepts the login. ${again}`);
  return { cause, message, action: 'connect' };
}

/** Instagram refuses to refresh a younger token. */
const minAge = dayMillis;
const month = 30 * dayMillis;

/** Returns true if a token is due for a refresh: it has been used for 30 days, or expires within 30. */
export function needsRefresh(
  { expires_at, renewed_at, connected_at }: { expires_at: Date; renewed_at: Date | null; connected_at: Date },
  now: Date,
): boolean {
  const age = now.getTime() - (renewed_at ?? connected_at).getTime();
  const left = expires_at.getTime() - now.getTime();
  return age >= minAge && (age > month || left < month);
}
