import { defineFeature } from '../../platform/feature.ts';

export const systemFeature = defineFeature()({
  name: 'system',
  uses: [],
  routes: null,
  work: [],
  secrets: {},
  retention: null,
  listKnownFiles: null,
  onAccountDeleted: null,
  exportUser: null,
});
