import type { Config } from '../../config/config.ts';
import type { SyncTables } from '../../database/tables/sync.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { exportUser } from './export/export-user.ts';
import { deleteOldWindowRequests } from './fetch/window-requests.ts';
import {
  purgeOldAnswers,
  purgeOldCalls,
  purgeOldEvents,
  purgeOldPauses,
  purgeOldStories,
} from './retention/delete-old.ts';
import { listKnownCopies } from './retention/queries.ts';
import { syncRoutes, type SyncRouteDeps } from './routes.ts';
import { thumbnailRoutes } from './thumbnails/routes.ts';
import { storyWebhookRoutes, type WebhookDeps } from './webhook/story-webhook.ts';
import { syncWork } from './jobs.ts';
import { thumbnailWork } from './thumbnails/jobs.ts';
import { replayWork } from './replay/jobs.ts';
import { captionWork } from './store/update-captions.ts';
import { deletionWork } from './deletion/jobs.ts';

type SyncServices = SyncRouteDeps &
  Pick<WebhookDeps, 'events'> & {
    config: Pick<Config, 'meta' | 'answerRetentionDays'>;
    files: FileStore;
    instagram: { insights: Pick<WebhookDeps, 'toDay'> };
  };

export const syncFeature = defineFeature<SyncTables>()({
  name: 'sync',
  uses: ['accounts', 'audit', 'connections', 'live'],
  routes: ({ config, instagram, ...services }: SyncServices) => [
    ...syncRoutes(services),
    ...thumbnailRoutes(services),
    ...storyWebhookRoutes({
      ...services,
      toDay: instagram.insights.toDay,
      answerDays: config.answerRetentionDays,
      appSecret: config.meta.appSecret.reveal(),
      verifyToken: config.meta.webhookVerifyToken?.reveal() ?? null,
    }),
  ],
  work: [syncWork, thumbnailWork, captionWork, deletionWork, replayWork],
  secrets: {},
  retention: ({ db, files, storyDays, answerDays }) => [
    { kind: 'webhook_inbox', deleteBatch: (now) => purgeOldEvents(db, now) },
    { kind: 'api_call_hour', deleteBatch: (now) => purgeOldCalls(db, now) },
    { kind: 'window_request', deleteBatch: (now) => deleteOldWindowRequests(db, now) },
    { kind: 'sync_answer', deleteBatch: (now) => purgeOldAnswers(db, now, answerDays) },
    { kind: 'graph_pause', deleteBatch: (now) => purgeOldPauses(db, now) },
    {
      kind: 'story',
      deleteBatch: async (now) => (storyDays === null ? 0 : purgeOldStories({ db, files }, now, storyDays)),
    },
  ],
  listKnownFiles: listKnownCopies,
  onAccountDeleted: 'deleted by sync',
  onUserDeleted: null,
  exportUser,
});
