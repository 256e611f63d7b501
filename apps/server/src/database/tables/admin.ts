import type { BackupTrial } from '@tidemark/contract';
import type { Generated } from 'kysely';
import type { Instant, InstantOrNull } from './columns.ts';

export interface AdminTables {
  /** One row: the newest existing version, and the time of the next check. */
  release_check: {
    check_id: number;
    version: string | null;
    url: string | null;
    notes: string | null;
    published_at: Date | null;
    checked_at: Date | null;
    failed_at: Date | null;
    next_check_at: Date;
  };
  /** A group of environment variables, set by an operator in the browser. */
  operator_setting: {
    name: string;
    /** JSON: values by variable. */
    variables_encrypted: string;
    changed_at: Date;
  };
  /** At most one is unfinished. */
  scheduled_backup: {
    backup_id: string;
    due_at: Instant;
    /** While it is being made, the end of the claim. */
    next_attempt_at: Instant;
    attempts: Generated<number>;
    /** The last failure's message. */
    error: string | null;
    failed_at: InstantOrNull;
    file: string | null;
    finished_at: InstantOrNull;
    bytes: number | null;
    trial: BackupTrial | null;
    trial_problem: string | null;
  };
}
