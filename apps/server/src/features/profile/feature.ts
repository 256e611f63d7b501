import type { ProfileTables } from '../../database/tables/profile.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';
import { listKnownUploads } from './queries.ts';
import { pictureWork } from './copy-provider-pictures.ts';
import { uploadWork } from './jobs.ts';

export const profileFeature = defineFeature<ProfileTables>()({
  name: 'profile',
  uses: ['accounts', 'auth', 'connections', 'credentials', 'subscription'],
  routes: null,
  work: [pictureWork, uploadWork],
  secrets: {},
  retention: null,
  listKnownFiles: listKnownUploads,
  onAccountDeleted: null,
  exportUser,
});
