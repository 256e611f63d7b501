import { periodSearch } from '#web/features/periods/index.ts';

/** Preserves the selected period when navigating between analytics pages. */
export function preservePeriod(search: Record<string, unknown>) {
  return periodSearch(search);
}
