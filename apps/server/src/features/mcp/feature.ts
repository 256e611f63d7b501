import { defineFeature } from '../../platform/feature.ts';
import { mcpRoutes } from './routes.ts';

export const mcpFeature = defineFeature()({
  name: 'mcp',
  uses: ['analytics', 'peers'],
  routes: mcpRoutes,
  work: [],
  secrets: {},
  retention: null,
  listKnownFiles: null,
  onAccountDeleted: null,
  onUserDeleted: null,
  ofWorkspace: null,
  exportUser: null,
});
