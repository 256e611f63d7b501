import type { WorkspaceTables } from '../../database/tables/workspaces.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';
import { deleteOldInvitations } from './invitations.ts';
import { removeAccountFromClients } from './queries.ts';
import { workspaceRoutes } from './routes.ts';

export const workspacesFeature = defineFeature<WorkspaceTables>()({
  name: 'workspaces',
  uses: ['accounts', 'audit', 'auth', 'credentials', 'mail', 'reports', 'subscription'],
  routes: workspaceRoutes,
  work: [],
  secrets: {},
  retention: ({ db }) => [{ kind: 'workspace_invitation', deleteBatch: (now) => deleteOldInvitations(db, now) }],
  listKnownFiles: null,
  onAccountDeleted: removeAccountFromClients,
  onUserDeleted: 'deleted with the user',
  ofWorkspace: [],
  exportUser,
});
