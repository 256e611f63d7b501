export { logoRoutes } from './logo/routes.ts';
export { removeAccountFromReports } from './queries.ts';
export { pageRoutes } from './pages/routes.ts';
export { reportRoutes } from './routes.ts';
export { startReportWork } from './scheduled/jobs.ts';
