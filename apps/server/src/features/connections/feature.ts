import { defineFeature } from '../../platform/feature.ts';
import { connectionRoutes } from './routes.ts';

/** Links the accounts that a user's logins reach, of any network. */
export const connectionsFeature = defineFeature()({
  name: 'connections',
  uses: ['accounts', 'subscription'],
  routes: connectionRoutes,
  work: [],
  secrets: {},
  retention: null,
  listKnownFiles: null,
  onAccountDeleted: null,
  onUserDeleted: null,
  ofWorkspace: null,
  exportUser: null,
});
