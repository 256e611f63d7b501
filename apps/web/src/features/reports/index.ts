export { useReportTitle } from './report-name.tsx';
export { reportsQuery } from './reports.query.ts';
export { ReportView } from './report-view.tsx';
