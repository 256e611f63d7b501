import { defineFeature } from '../../platform/feature.ts';

export const mcpFeature = defineFeature()({
  name: 'mcp',
  uses: [],
  routes: null,
  work: [],
  secrets: {},
  retention: null,
  listKnownFiles: null,
  onAccountDeleted: null,
  exportUser: null,
});
