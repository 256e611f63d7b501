import { defineFeature } from '../../platform/feature.ts';
import { systemRoutes } from './routes.ts';

export const systemFeature = defineFeature()({
  name: 'system',
  uses: ['mail'],
  routes: systemRoutes,
  work: [],
  secrets: {},
  retention: null,
  listKnownFiles: null,
  onAccountDeleted: null,
  onUserDeleted: null,
  ofWorkspace: null,
  exportUser: null,
});
