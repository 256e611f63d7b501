import type { Config } from '../../config/config.ts';
import type { AnalyticsTables } from '../../database/tables/analytics.ts';
import { defineFeature } from '../../platform/feature.ts';
import { deleteUserContent } from './delete-user-content.ts';
import { exportUser } from './export-user.ts';
import { analyticsRoutes, type AnalyticsRouteDeps } from './routes.ts';

type AnalyticsServices = Omit<AnalyticsRouteDeps, 'versions'> & {
  config: Pick<Config, 'meta'>;
  version: string;
};

export const analyticsFeature = defineFeature<AnalyticsTables>()({
  name: 'analytics',
  uses: ['accounts'],
  routes: ({ config, version, ...services }: AnalyticsServices) =>
    analyticsRoutes({
      ...services,
      versions: { tidemarkVersion: version, graphVersion: config.meta.graphVersion },
    }),
  work: [],
  secrets: {},
  retention: null,
  listKnownFiles: null,
  onAccountDeleted: deleteUserContent,
  onUserDeleted: 'deleted with the user',
  ofWorkspace: ['annotation', 'app_comparison', 'label'],
  exportUser,
});
