export { AnalyticsPage } from './analytics-page.tsx';
export { DateRangePicker } from './date-range/date-range-picker.tsx';
export { periodSearch, type PeriodSearch } from './period.ts';
export { usePeriod, type Period } from './use-period.ts';
