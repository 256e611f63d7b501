import type { ReportTables } from '../../database/tables/reports.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';
import { logoRoutes } from './logo/routes.ts';
import { pageRoutes, type PageRouteDeps } from './pages/routes.ts';
import { removeAccountFromReports } from './queries.ts';
import { reportRoutes, type ReportRouteDeps } from './routes.ts';
import { reportWork } from './scheduled/jobs.ts';

export const reportsFeature = defineFeature<ReportTables>()({
  name: 'reports',
  uses: ['accounts', 'analytics', 'mail'],
  routes: (services: PageRouteDeps & ReportRouteDeps) => [
    ...logoRoutes(services),
    ...pageRoutes(services),
    ...reportRoutes(services),
  ],
  work: [reportWork],
  secrets: {},
  retention: null,
  listKnownFiles: null,
  onAccountDeleted: removeAccountFromReports,
  onUserDeleted: 'deleted with the user',
  ofWorkspace: ['report', 'report_logo'],
  exportUser,
});
