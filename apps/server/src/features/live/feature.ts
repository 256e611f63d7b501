import type { LiveTables } from '../../database/tables/live.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';
import { deleteExpiredTokens } from './tokens.ts';

export const liveFeature = defineFeature<LiveTables>()({
  name: 'live',
  uses: ['accounts'],
  routes: null,
  work: [],
  secrets: {},
  retention: ({ db }) => [{ kind: 'live_token', deleteBatch: (now) => deleteExpiredTokens(db, now) }],
  listKnownFiles: null,
  onAccountDeleted: null,
  exportUser,
});
