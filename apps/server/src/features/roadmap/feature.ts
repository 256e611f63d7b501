import type { RoadmapTables } from '../../database/tables/roadmap.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';
import { roadmapWork } from './publishing/jobs.ts';

export const roadmapFeature = defineFeature<RoadmapTables>()({
  name: 'roadmap',
  uses: [],
  routes: null,
  work: [roadmapWork],
  secrets: {},
  retention: null,
  listKnownFiles: null,
  onAccountDeleted: null,
  exportUser,
});
