import { periodSearch } from '#web/features/analytics/index.ts';

/** From one page of figures to another the chosen days go along. */
export function keepPeriod(search: Record<string, unknown>) {
  return periodSearch(search);
}
