export { AnalyticsPage } from './analytics-page.tsx';
export { AnalyticsTabs } from './analytics-tabs.tsx';
export { prefetchFigures } from './prefetch-figures.ts';
export { AnnotationsButton } from './annotations/annotations-button.tsx';
export { DateRangePicker } from './date-range/date-range-picker.tsx';
export { periodSearch } from './period.ts';
export { bestTimeSearch, compareSearch, labelsSearch, viewSearch } from './view-search.ts';
