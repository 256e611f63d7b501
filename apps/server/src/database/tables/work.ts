import type { Instant, InstantOrNull } from './columns.ts';

/** Belongs to platform/work. */
export interface WorkTables {
  work_pause: { name: string; paused_at: Instant };
  work_report: {
    process_id: string;
    name: string;
    running: number;
    succeeded_at: InstantOrNull;
    failed_at: InstantOrNull;
    error: string | null;
    reported_at: Instant;
  };
}
