import { demographicsSearch } from '#web/features/audience/index.ts';
import { periodSearch } from '#web/features/periods/index.ts';
import { insightsSearch } from '#web/features/post-insights/index.ts';
import { postsSearch } from '#web/features/posts/index.ts';

/** Parses the Overview's and Post Insights' URL parameters, except the accounts. */
export function viewSearch(search: Record<string, unknown>) {
  return {
    ...periodSearch(search),
    ...postsSearch(search),
    ...demographicsSearch(search),
    ...insightsSearch(search),
  };
}
