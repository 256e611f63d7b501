import type { AuthTables } from '../../database/tables/auth.ts';
import { defineFeature } from '../../platform/feature.ts';
import { deleteOldActivity } from './delete-old-activity.ts';
import { exportUser } from './export-user.ts';
import { authRoutes } from './routes.ts';
import { ownSessionRoutes } from './session/own-sessions.ts';
import { deleteOldSessions } from './session/queries.ts';
import { sessionRoutes, type SessionRouteDeps } from './session/routes.ts';
import { toAssociatedData } from './session/session-tokens.ts';

export const authFeature = defineFeature<AuthTables>()({
  name: 'auth',
  uses: ['accounts', 'audit', 'live'],
  routes: (services: SessionRouteDeps) => [
    ...authRoutes(services),
    ...sessionRoutes(services),
    ...ownSessionRoutes(services),
  ],
  work: [],
  secrets: {
    session: {
      access_token_encrypted: { key: 'session_id', toAssociatedData: (id) => toAssociatedData(id, 'access_token') },
      refresh_token_encrypted: { key: 'session_id', toAssociatedData: (id) => toAssociatedData(id, 'refresh_token') },
      id_token_encrypted: { key: 'session_id', toAssociatedData: (id) => toAssociatedData(id, 'id_token') },
    },
  },
  retention: ({ db, session }) => [
    { kind: 'session', deleteBatch: (now) => deleteOldSessions(db, now, session) },
    { kind: 'user_day', deleteBatch: (now) => deleteOldActivity(db, now) },
  ],
  listKnownFiles: null,
  onAccountDeleted: null,
  onUserDeleted: 'deleted with the user',
  ofWorkspace: [],
  exportUser,
});
