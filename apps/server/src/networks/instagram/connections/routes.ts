import { authorizeMeta, disconnectMeta, getMetaConnection, listConnectionAccounts } from '@tidemark/contract';
import type { BusinessLogin } from '../client/business-login.ts';
import { route } from '../../../platform/http/route.ts';
import { instagramLoginRoutes } from './instagram/routes.ts';
import type { InstagramLoginDeps } from './instagram/authorize-instagram.ts';
import { readConnection } from './publish-connection.ts';
import { authorizeMeta as authorize } from './authorize-meta.ts';
import { disconnect } from './disconnect.ts';
import { refreshListedAccounts } from './refresh-listed-accounts.ts';

export interface ConnectionDeps extends InstagramLoginDeps {
  businessLogin: BusinessLogin;
  /** True if Meta webhooks are configured. */
  receivesEvents: boolean;
}

export interface ConnectionRouteDeps extends ConnectionDeps {
  /** True while users' requests to Meta are paused. */
  rateLimiter: { areRequestsPaused(): Promise<boolean> };
}

const success = { success: true as const };

export function connectionRoutes(deps: ConnectionRouteDeps) {
  const { db, clock } = deps;
  return [
    ...instagramLoginRoutes(deps),
    route(authorizeMeta, async ({ viewer, body: { code } }) => {
      await authorize(deps, viewer.userId, code);
      return success;
    }),

    route(getMetaConnection, async ({ viewer }) => {
      return { ...success, connection: await readConnection(db, viewer.userId, clock()) };
    }),

    route(disconnectMeta, async ({ viewer }) => {
      await disconnect(deps, viewer.userId);
      return success;
    }),

    route(listConnectionAccounts, async ({ viewer }) => ({
      ...success,
      accounts: await refreshListedAccounts(deps, viewer.userId),
    })),
  ];
}
