import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/database.ts';
import type { RoadmapTables } from '../../database/tables/roadmap.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';
import { anonymiseUserRequests } from './queries.ts';
import { roadmapRoutes, type RoadmapRouteDeps } from './routes.ts';
import { roadmapWork } from './publishing/jobs.ts';

type RoadmapServices = Omit<RoadmapRouteDeps, 'webhookSecret'> & { config: Pick<Config, 'github'> };

export const roadmapFeature = defineFeature<RoadmapTables>()({
  name: 'roadmap',
  uses: [],
  routes: ({ config, ...services }: RoadmapServices) =>
    roadmapRoutes({ ...services, webhookSecret: config.github?.webhookSecret?.reveal() ?? null }),
  work: [roadmapWork],
  secrets: {},
  retention: null,
  listKnownFiles: null,
  onAccountDeleted: null,
  onUserDeleted: ({ db }: { db: Database }, userId: string) => anonymiseUserRequests(db, userId),
  ofWorkspace: [],
  exportUser,
});
