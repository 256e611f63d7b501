import type { LiveTables } from '../../database/tables/live.ts';
import type { Clock } from '../../platform/clock.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';
import { liveRoutes, type LiveDeps } from './routes.ts';
import { createLiveTokens, deleteExpiredTokens } from './tokens.ts';

type LiveServices = Omit<LiveDeps, 'tokens'> & { clock: Clock };

export const liveFeature = defineFeature<LiveTables>()({
  name: 'live',
  uses: ['accounts'],
  routes: (services: LiveServices) => liveRoutes({ ...services, tokens: createLiveTokens(services) }),
  work: [],
  secrets: {},
  retention: ({ db }) => [{ kind: 'live_token', deleteBatch: (now) => deleteExpiredTokens(db, now) }],
  listKnownFiles: null,
  onAccountDeleted: null,
  onUserDeleted: 'deleted with the user',
  ofWorkspace: [],
  exportUser,
});
