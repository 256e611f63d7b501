import type { Config } from '../../config/config.ts';
import type { ConnectionTables } from '../../database/tables/connections.ts';
import { defineFeature } from '../../platform/feature.ts';
import { deleteUserReferences } from '../accounts/index.ts';
import type { DeletionDeps } from './deletion/process-deletions.ts';
import { deleteOldDeauthorizations, deleteOldDeletions } from './deletion/queries.ts';
import { metaDeletionRoutes } from './deletion/routes.ts';
import { disconnect } from './disconnect.ts';
import { exportUser } from './export-user.ts';
import { instagramLoginWork } from './instagram/check-login.ts';
import { deleteInstagramLogins, toInstagramAssociatedData } from './instagram/queries.ts';
import { toAssociatedData } from './queries.ts';
import { connectionRoutes, type ConnectionDeps, type ConnectionRouteDeps } from './routes.ts';
import { connectionWork } from './jobs.ts';

interface ConnectionServices {
  connectionDeps: ConnectionDeps;
  deletionDeps: DeletionDeps;
  rateLimiter: ConnectionRouteDeps['rateLimiter'];
  config: Pick<Config, 'meta' | 'instagram'>;
  appUrl: string;
}

export const connectionsFeature = defineFeature<ConnectionTables>()({
  name: 'connections',
  uses: ['accounts', 'audit', 'subscription'],
  routes: ({ connectionDeps, deletionDeps, rateLimiter, config, appUrl }: ConnectionServices) => [
    ...connectionRoutes({ ...connectionDeps, rateLimiter }),
    ...metaDeletionRoutes({
      ...deletionDeps,
      secrets: {
        facebook: config.meta.appSecret.reveal(),
        instagram: config.instagram?.appSecret.reveal() ?? '',
      },
      appUrl,
    }),
  ],
  work: [connectionWork, instagramLoginWork],
  secrets: {
    meta_connection: { token_encrypted: { key: 'user_id', toAssociatedData } },
    instagram_login: { token_encrypted: { key: 'login_id', toAssociatedData: toInstagramAssociatedData } },
  },
  retention: ({ db }) => [
    { kind: 'meta_deletion', deleteBatch: (now) => deleteOldDeletions(db, now) },
    { kind: 'meta_deauthorization', deleteBatch: (now) => deleteOldDeauthorizations(db, now) },
  ],
  listKnownFiles: null,
  onAccountDeleted: 'kept',
  onUserDeleted: async ({ connectionDeps }: Pick<ConnectionServices, 'connectionDeps'>, userId: string) => {
    // References first: the connection's account list decides which accounts become due for deletion.
    await deleteUserReferences(connectionDeps.db, userId);
    await deleteInstagramLogins(connectionDeps.db, userId);
    await disconnect(connectionDeps, userId);
  },
  exportUser,
});
