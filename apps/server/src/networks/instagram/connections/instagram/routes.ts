import { authorizeInstagram, disconnectInstagram, startInstagramLogin } from '@tidemark/contract';
import { ApiError } from '../../../../platform/api-error.ts';
import { route } from '../../../../platform/http/route.ts';
import { publishConnection } from '../publish-connection.ts';
import { authorizeInstagram as authorize, startLogin, type InstagramLoginDeps } from './authorize-instagram.ts';
import { deleteInstagramLogins } from './queries.ts';

export function instagramLoginRoutes(deps: InstagramLoginDeps) {
  return [
    route(startInstagramLogin, async ({ viewer, body: { returnTo } }) => ({
      success: true as const,
      url: startLogin(deps, viewer.userId, returnTo),
    })),

    route(authorizeInstagram, async ({ viewer, body }) => ({
      success: true as const,
      ...(await authorize(deps, viewer.userId, body)),
    })),

    route(disconnectInstagram, async ({ viewer, params: { accountId } }) => {
      // Instagram documents no way to revoke a token; the person removes the app there.
      if ((await deleteInstagramLogins(deps.db, viewer.userId, accountId)) === 0)
        throw new ApiError('instagram_login_not_found');
      await publishConnection(deps, viewer.userId);
      return { success: true as const };
    }),
  ];
}
