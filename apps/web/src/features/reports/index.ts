export { ReportView } from './report-view.tsx';
