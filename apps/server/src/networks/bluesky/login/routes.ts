import { authorizeBluesky, disconnectBluesky, listBlueskyLogins, startBlueskyLogin } from '@tidemark/contract';
import { ApiError } from '../../../platform/api-error.ts';
import { route } from '../../../platform/http/route.ts';
import { listLogins, toLogin } from './queries.ts';
import { disconnect, finishSignIn, startSignIn, type SignInDeps } from './sign-in.ts';

const success = { success: true as const };

/** Returns the routes; while Bluesky is disabled, logins can only be listed and removed. */
export function blueskyLoginRoutes({ bluesky }: { bluesky: SignInDeps & { isEnabled: boolean } }) {
  const requireEnabled = (): SignInDeps => {
    if (!bluesky.isEnabled) throw new ApiError('network_not_enabled');
    return bluesky;
  };
  return [
    route(listBlueskyLogins, async ({ viewer }) => ({
      ...success,
      logins: (await listLogins(bluesky.db, viewer.userId)).map(toLogin),
    })),

    route(startBlueskyLogin, async ({ viewer, body: { handle } }) => ({
      ...success,
      url: await startSignIn(requireEnabled(), viewer.userId, handle),
    })),

    route(authorizeBluesky, async ({ viewer, body }) => ({
      ...success,
      ...(await finishSignIn(requireEnabled(), viewer.userId, body)),
    })),

    route(disconnectBluesky, async ({ viewer, params: { accountId } }) => {
      await disconnect(bluesky, viewer.userId, accountId);
      return success;
    }),
  ];
}
