import type { PeerTables } from '../../database/tables/peers.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';
import { deleteAccountPeers, deleteOldMeasurements } from './queries.ts';
import { peerWork } from './jobs.ts';

export const peersFeature = defineFeature<PeerTables>()({
  name: 'peers',
  uses: ['accounts', 'analytics', 'connections', 'subscription'],
  routes: null,
  work: [peerWork],
  secrets: {},
  retention: ({ db }) => [{ kind: 'peer', deleteBatch: (now) => deleteOldMeasurements(db, now) }],
  listKnownFiles: null,
  onAccountDeleted: deleteAccountPeers,
  exportUser,
});
