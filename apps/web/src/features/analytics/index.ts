export { AnalyticsPage } from './analytics-page.tsx';
export { AnalyticsTabs } from './analytics-tabs.tsx';
export { prefetchOverview } from './prefetch-overview.ts';
export { DateRangePicker } from './date-range/date-range-picker.tsx';
export { periodSearch } from './period.ts';
export { compareSearch, viewSearch } from './view-search.ts';
