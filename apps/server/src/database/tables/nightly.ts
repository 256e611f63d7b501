import type { Instant, InstantOrNull } from './columns.ts';

/** Belongs to platform/nightly. */
export interface NightlyTables {
  nightly_run: { job: string; day: string; started_at: Instant; finished_at: InstantOrNull };
}
