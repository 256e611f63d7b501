import { FetchError, OAuthResponseError } from '@atproto/oauth-client-node';
import { ApiError } from '../../../platform/api-error.ts';
import { isAccountGone, type BlueskyError } from '../client/bluesky-error.ts';

/** Explains why an account's profile cannot be read. */
export function toProfileFailure(cause: BlueskyError): ApiError {
  if (cause.kind !== 'permanent') return new ApiError('bluesky_unavailable', undefined, { cause });
  const code = isAccountGone(cause) ? 'bluesky_account_hidden' : 'bluesky_handle_unknown';
  return new ApiError(code, { field: 'handle' }, { cause });
}

/** Explains why an account's server did not start or confirm a sign-in. */
export function toSignInFailure(cause: unknown): ApiError {
  return new ApiError(isAway(cause) ? 'bluesky_unavailable' : 'bluesky_login_refused', undefined, { cause });
}

function isAway(error: unknown): boolean {
  if (error instanceof OAuthResponseError) return error.status >= 500 || error.status === 429;
  if (error instanceof FetchError) return true;
  if (!(error instanceof Error)) return false;
  return error.message === 'fetch failed' || error.name === 'TimeoutError' || isAway(error.cause);
}
