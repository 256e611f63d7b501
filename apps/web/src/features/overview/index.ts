export { AnalyticsPage } from './analytics-page.tsx';
export { AnalyticsTabs } from './analytics-tabs.tsx';
export { AccountTrends } from './breakdowns/account-trends.tsx';
export { BreakdownParts } from './breakdowns/breakdown-parts.tsx';
export { TotalFigure } from './breakdowns/breakdown-total.tsx';
export { MetricFigureCard } from './metric-cards/metric-figure-card.tsx';
export { prefetchFigures, prefetchFirstScreen } from './prefetch-figures.ts';
export { viewSearch } from './view-search.ts';
