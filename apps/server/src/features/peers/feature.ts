import type { PeerTables } from '../../database/tables/peers.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';
import { deleteAccountPeers, deleteOldMeasurements } from './queries.ts';

export const peersFeature = defineFeature<PeerTables>()({
  name: 'peers',
  uses: ['accounts', 'analytics', 'connections', 'subscription'],
  routes: null,
  secrets: {},
  retention: ({ db }) => [{ kind: 'peer', deleteBatch: (now) => deleteOldMeasurements(db, now) }],
  listKnownFiles: null,
  onAccountDeleted: deleteAccountPeers,
  exportUser,
});
