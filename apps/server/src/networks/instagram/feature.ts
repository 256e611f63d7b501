import type { Config } from '../../config/config.ts';
import type { InstagramTables } from '../../database/tables/instagram.ts';
import { deleteUserReferences } from '../../features/accounts/index.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { DeletionDeps } from './connections/deletion/process-deletions.ts';
import { deleteOldDeauthorizations, deleteOldDeletions } from './connections/deletion/queries.ts';
import { metaDeletionRoutes } from './connections/deletion/routes.ts';
import { disconnect } from './connections/disconnect.ts';
import { exportUser } from './connections/export-user.ts';
import { instagramLoginWork } from './connections/instagram/check-login.ts';
import { deleteInstagramLogins, toInstagramAssociatedData } from './connections/instagram/queries.ts';
import { connectionWork } from './connections/jobs.ts';
import { toAssociatedData } from './connections/queries.ts';
import { connectionRoutes, type ConnectionDeps, type ConnectionRouteDeps } from './connections/routes.ts';
import { deleteAccountRequests, purgeOldEvents, purgeOldPauses } from './retention.ts';
import { metaSetupRoutes, type MetaSetupDeps } from './setup/routes.ts';
import { deleteOldWindowRequests } from './sync/fetch/window-requests.ts';
import { storyWebhookRoutes, type WebhookDeps } from './webhook/story-webhook.ts';

interface InstagramServices extends MetaSetupDeps, Pick<WebhookDeps, 'events' | 'clock'> {
  config: MetaSetupDeps['config'] & Pick<Config, 'answerRetentionDays'>;
  connectionDeps: ConnectionDeps;
  deletionDeps: DeletionDeps;
  rateLimiter: ConnectionRouteDeps['rateLimiter'];
  instagram: { insights: Pick<WebhookDeps, 'toDay'> };
}

/** The network's logins, events and setup; the sync reaches its accounts through the connector. */
export const instagramFeature = defineFeature<InstagramTables>()({
  name: 'instagram',
  uses: ['accounts', 'admin', 'audit', 'sync'],
  routes: ({ connectionDeps, deletionDeps, rateLimiter, instagram, ...services }: InstagramServices) => {
    const { config, appUrl } = services;
    return [
      ...connectionRoutes({ ...connectionDeps, rateLimiter }),
      ...metaDeletionRoutes({
        ...deletionDeps,
        secrets: {
          facebook: config.meta.appSecret.reveal(),
          instagram: config.instagram?.appSecret.reveal() ?? '',
        },
        appUrl,
      }),
      ...metaSetupRoutes(services),
      ...storyWebhookRoutes({
        ...services,
        toDay: instagram.insights.toDay,
        answerDays: config.answerRetentionDays,
        appSecret: config.meta.appSecret.reveal(),
        verifyToken: config.meta.webhookVerifyToken?.reveal() ?? null,
      }),
    ];
  },
  work: [connectionWork, instagramLoginWork],
  secrets: {
    meta_connection: { token_encrypted: { key: 'user_id', toAssociatedData } },
    instagram_login: { token_encrypted: { key: 'login_id', toAssociatedData: toInstagramAssociatedData } },
  },
  retention: ({ db }) => [
    { kind: 'meta_deletion', deleteBatch: (now) => deleteOldDeletions(db, now) },
    { kind: 'meta_deauthorization', deleteBatch: (now) => deleteOldDeauthorizations(db, now) },
    { kind: 'webhook_inbox', deleteBatch: (now) => purgeOldEvents(db, now) },
    { kind: 'window_request', deleteBatch: (now) => deleteOldWindowRequests(db, now) },
    { kind: 'graph_pause', deleteBatch: (now) => purgeOldPauses(db, now) },
  ],
  listKnownFiles: null,
  onAccountDeleted: deleteAccountRequests,
  onUserDeleted: async ({ connectionDeps }: Pick<InstagramServices, 'connectionDeps'>, userId: string) => {
    // References first: the connection's account list decides which accounts become due for deletion.
    await deleteUserReferences(connectionDeps.db, userId);
    await deleteInstagramLogins(connectionDeps.db, userId);
    await disconnect(connectionDeps, userId);
  },
  ofWorkspace: [],
  exportUser,
});
