import { lazyComponent } from '#web/ui/lazy-part.tsx';

export const PostInsightsPage = lazyComponent(async () => (await import('./post-insights-page.tsx')).PostInsightsPage);

/** If its code fails to load, the page itself says what is wrong. */
export function loadPrefetchInsights() {
  return import('./prefetch-insights.ts').catch(() => null);
}
