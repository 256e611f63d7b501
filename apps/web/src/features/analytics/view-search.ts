import { questionSearch } from './best-time/question-search.ts';
import { comparisonSearch } from './account-comparison/comparison-view.ts';
import { demographicsSearch } from './demographics/use-demographic-view.ts';
import { labelSearch } from './labels/label-search.ts';
import { periodSearch } from './period.ts';
import { insightsSearch } from './post-insights/insights-search.ts';
import { postsSearch } from './posts/use-posts-view.ts';

/** All URL parameters of the analytics except the accounts. */
export function viewSearch(search: Record<string, unknown>) {
  return {
    ...periodSearch(search),
    ...postsSearch(search),
    ...demographicsSearch(search),
    ...insightsSearch(search),
  };
}

/** All URL parameters of the page about the best time to post, except the accounts; the period stays for the way back. */
export function bestTimeSearch(search: Record<string, unknown>) {
  return { ...periodSearch(search), ...questionSearch(search) };
}

/** All URL parameters of the page about labels, except the accounts; the period stays for the way back. */
export function labelsSearch(search: Record<string, unknown>) {
  return { ...periodSearch(search), ...labelSearch(search) };
}

/** All URL parameters of the page that compares accounts, except the accounts. */
export function compareSearch(search: Record<string, unknown>) {
  return { ...periodSearch(search), ...comparisonSearch(search) };
}
