import type { PeerTables } from '../../database/tables/peers.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';
import { deleteAccountPeers, deleteOldMeasurements } from './queries.ts';
import { peerRoutes, type PeerRouteDeps } from './routes.ts';
import { peerWork } from './jobs.ts';

type PeerServices = Omit<PeerRouteDeps, 'publicProfiles'> & { instagram: Pick<PeerRouteDeps, 'publicProfiles'> };

export const peersFeature = defineFeature<PeerTables>()({
  name: 'peers',
  uses: ['accounts', 'analytics', 'audit', 'subscription'],
  routes: ({ instagram, ...services }: PeerServices) =>
    peerRoutes({ ...services, publicProfiles: instagram.publicProfiles }),
  work: [peerWork],
  secrets: {},
  retention: ({ db }) => [{ kind: 'peer', deleteBatch: (now) => deleteOldMeasurements(db, now) }],
  listKnownFiles: null,
  onAccountDeleted: deleteAccountPeers,
  onUserDeleted: 'deleted with the user',
  ofWorkspace: ['peer'],
  exportUser,
});
