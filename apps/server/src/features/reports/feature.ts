import type { ReportTables } from '../../database/tables/reports.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';
import { removeAccountFromReports } from './queries.ts';
import { reportWork } from './scheduled/jobs.ts';

export const reportsFeature = defineFeature<ReportTables>()({
  name: 'reports',
  uses: ['accounts', 'analytics', 'mail'],
  routes: null,
  work: [reportWork],
  secrets: {},
  retention: null,
  listKnownFiles: null,
  onAccountDeleted: removeAccountFromReports,
  exportUser,
});
