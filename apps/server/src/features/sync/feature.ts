import type { SyncTables } from '../../database/tables/sync.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { exportUser } from './export/export-user.ts';
import { purgeOldAnswers, purgeOldCalls, purgeOldStories } from './retention/delete-old.ts';
import { listKnownCopies } from './retention/queries.ts';
import { syncRoutes, type SyncRouteDeps } from './routes.ts';
import { thumbnailRoutes } from './thumbnails/routes.ts';
import { syncWork } from './jobs.ts';
import { thumbnailWork } from './thumbnails/jobs.ts';
import { replayWork } from './replay/jobs.ts';
import { captionWork } from './store/update-captions.ts';
import { deletionWork } from './deletion/jobs.ts';

export const syncFeature = defineFeature<SyncTables>()({
  name: 'sync',
  uses: ['accounts', 'audit', 'live'],
  routes: (services: SyncRouteDeps & { files: FileStore }) => [...syncRoutes(services), ...thumbnailRoutes(services)],
  work: [syncWork, thumbnailWork, captionWork, deletionWork, replayWork],
  secrets: {},
  retention: ({ db, files, storyDays, answerDays }) => [
    { kind: 'api_call_hour', deleteBatch: (now) => purgeOldCalls(db, now) },
    { kind: 'sync_answer', deleteBatch: (now) => purgeOldAnswers(db, now, answerDays) },
    {
      kind: 'story',
      deleteBatch: async (now) => (storyDays === null ? 0 : purgeOldStories({ db, files }, now, storyDays)),
    },
  ],
  listKnownFiles: listKnownCopies,
  onAccountDeleted: 'deleted by sync',
  onUserDeleted: null,
  ofWorkspace: null,
  exportUser,
});
