import { ApiError } from '../../../platform/api-error.ts';
import { BlueskyError, isAccountGone } from '../client/bluesky-error.ts';
import { SignInError } from './oauth.ts';

/** Explains why an account's profile cannot be read. */
export function toProfileFailure(cause: unknown): unknown {
  if (!(cause instanceof BlueskyError)) return cause;
  if (cause.kind !== 'permanent') return new ApiError('bluesky_unavailable', undefined, { cause });
  const code = isAccountGone(cause) ? 'bluesky_account_hidden' : 'bluesky_handle_unknown';
  return new ApiError(code, { field: 'handle' }, { cause });
}

/** Explains why an account's server did not start or confirm a sign-in. */
export function toSignInFailure(cause: unknown): unknown {
  if (!(cause instanceof SignInError)) return cause;
  return new ApiError(cause.isAway ? 'bluesky_unavailable' : 'bluesky_login_refused', undefined, { cause });
}
