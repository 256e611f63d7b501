import { questionSearch } from './best-time/question-search.ts';
import { comparisonSearch } from './account-comparison/comparison-view.ts';
import { demographicsSearch } from './demographics/use-demographic-view.ts';
import { labelSearch } from './labels/label-search.ts';
import { periodSearch } from './period.ts';
import { insightsSearch } from './post-insights/insights-search.ts';
import { postsSearch } from './posts-view/use-posts-view.ts';

/** Parses all URL parameters for the analytics, except the accounts. */
export function viewSearch(search: Record<string, unknown>) {
  return {
    ...periodSearch(search),
    ...postsSearch(search),
    ...demographicsSearch(search),
    ...insightsSearch(search),
  };
}

/** Parses all URL parameters for the best-time page, except the accounts; the period stays for the way back. */
export function bestTimeSearch(search: Record<string, unknown>) {
  return { ...periodSearch(search), ...questionSearch(search) };
}

/** Parses all URL parameters for the labels page, except the accounts; the period stays for the way back. */
export function labelsSearch(search: Record<string, unknown>) {
  return { ...periodSearch(search), ...labelSearch(search) };
}

/** Parses all URL parameters for the comparison page, except the accounts. */
export function compareSearch(search: Record<string, unknown>) {
  return { ...periodSearch(search), ...comparisonSearch(search) };
}
