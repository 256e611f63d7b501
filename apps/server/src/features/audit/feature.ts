import type { AuditTables } from '../../database/tables/audit.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';
import { deleteOldUserActions } from './user-actions.ts';

export const auditFeature = defineFeature<AuditTables>()({
  name: 'audit',
  uses: [],
  routes: null,
  work: [],
  secrets: {},
  retention: ({ db }) => [{ kind: 'user_action_day', deleteBatch: (now) => deleteOldUserActions(db, now) }],
  listKnownFiles: null,
  onAccountDeleted: null,
  onUserDeleted: 'deleted with the user',
  ofWorkspace: [],
  exportUser,
});
