import type { SyncTables } from '../../database/tables/sync.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export/export-user.ts';
import { deleteOldWindowRequests } from './fetch/window-requests.ts';
import { purgeOldCalls, purgeOldEvents, purgeOldPauses, purgeOldStories } from './retention/delete-old.ts';
import { listKnownCopies } from './retention/queries.ts';
import { syncWork } from './jobs.ts';
import { thumbnailWork } from './thumbnails/jobs.ts';
import { captionWork } from './store/update-captions.ts';
import { deletionWork } from './deletion/jobs.ts';

export const syncFeature = defineFeature<SyncTables>()({
  name: 'sync',
  uses: ['accounts', 'connections', 'live'],
  routes: null,
  work: [syncWork, thumbnailWork, captionWork, deletionWork],
  secrets: {},
  retention: ({ db, files, storyDays }) => [
    { kind: 'webhook_inbox', deleteBatch: (now) => purgeOldEvents(db, now) },
    { kind: 'api_call_hour', deleteBatch: (now) => purgeOldCalls(db, now) },
    { kind: 'window_request', deleteBatch: (now) => deleteOldWindowRequests(db, now) },
    { kind: 'graph_pause', deleteBatch: (now) => purgeOldPauses(db, now) },
    {
      kind: 'story',
      deleteBatch: async (now) => (storyDays === null ? 0 : purgeOldStories({ db, files }, now, storyDays)),
    },
  ],
  listKnownFiles: listKnownCopies,
  onAccountDeleted: 'deleted by sync',
  exportUser,
});
