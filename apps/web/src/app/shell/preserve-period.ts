import { periodSearch } from '#web/features/analytics/index.ts';

/** Preserves the selected period when navigating between analytics pages. */
export function preservePeriod(search: Record<string, unknown>) {
  return periodSearch(search);
}
