export { type AnalyticsTab, insightsSearch } from './insights-search.ts';
export { loadPrefetchInsights, PostInsightsPage } from './lazy-parts.ts';
