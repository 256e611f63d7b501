import { demographicsSearch } from '#web/features/audience/index.ts';
import { evidenceSearch } from '#web/features/metrics/index.ts';
import { insightsSearch } from '#web/features/post-insights/index.ts';
import { postsSearch } from '#web/features/posts/index.ts';
import { keyChartSearch } from './metric-cards/key-chart-search.ts';

/** Parses the Overview's and Post Insights' own URL parameters. */
export function viewSearch(search: Record<string, unknown>) {
  return {
    ...postsSearch(search),
    ...demographicsSearch(search),
    ...insightsSearch(search),
    ...keyChartSearch(search),
    ...evidenceSearch(search),
  };
}
