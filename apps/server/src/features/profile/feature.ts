import type { ProfileTables } from '../../database/tables/profile.ts';
import { defineFeature } from '../../platform/feature.ts';
import { deleteUserFiles } from './delete-user.ts';
import { exportUser } from './export-user.ts';
import { listKnownUploads } from './queries.ts';
import { profileRoutes } from './routes.ts';
import { pictureWork } from './copy-provider-pictures.ts';
import { uploadWork } from './jobs.ts';

export const profileFeature = defineFeature<ProfileTables>()({
  name: 'profile',
  uses: ['accounts', 'audit', 'auth', 'credentials', 'subscription'],
  routes: profileRoutes,
  work: [pictureWork, uploadWork],
  secrets: {},
  retention: null,
  listKnownFiles: listKnownUploads,
  onAccountDeleted: null,
  onUserDeleted: deleteUserFiles,
  ofWorkspace: [],
  exportUser,
});
