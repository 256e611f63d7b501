import type { ConnectionTables } from '../../database/tables/connections.ts';
import { defineFeature } from '../../platform/feature.ts';
import { deleteOldDeauthorizations, deleteOldDeletions } from './deletion/queries.ts';
import { exportUser } from './export-user.ts';
import { toAssociatedData } from './queries.ts';
import { connectionWork } from './jobs.ts';

export const connectionsFeature = defineFeature<ConnectionTables>()({
  name: 'connections',
  uses: ['accounts', 'subscription'],
  routes: null,
  work: [connectionWork],
  secrets: { meta_connection: { token_encrypted: { key: 'user_id', toAssociatedData } } },
  retention: ({ db }) => [
    { kind: 'meta_deletion', deleteBatch: (now) => deleteOldDeletions(db, now) },
    { kind: 'meta_deauthorization', deleteBatch: (now) => deleteOldDeauthorizations(db, now) },
  ],
  listKnownFiles: null,
  onAccountDeleted: 'kept',
  exportUser,
});
