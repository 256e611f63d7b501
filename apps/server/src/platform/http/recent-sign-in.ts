import { ApiError } from '../api-error.ts';
import type { Viewer } from './route.ts';

export const recentSignInSeconds = 600;

/** Throws `sign_in_again` unless the caller has just proved who they are: a stolen token must not be enough to stay. */
export function requireRecentSignIn(viewer: Viewer | null, now: Date): void {
  const signedInAt = viewer?.signedInAt?.getTime() ?? -Infinity;
  if (now.getTime() - signedInAt > recentSignInSeconds * 1000) throw new ApiError('sign_in_again');
}
