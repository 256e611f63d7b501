import type { Generated } from 'kysely';
import type { Instant, Json } from './columns.ts';

export interface ReportTables {
  report_schedule: {
    report_id: string;
    cadence: 'weekly' | 'monthly';
    weekday: number;
    month_day: number;
    hour: number;
    time_zone: string;
    next_at: Instant;
    attempts: Generated<number>;
    retry_at: Instant | null;
  };
  report_logo: {
    user_id: string;
    /** PNG, encoded by us. */
    image: Buffer | null;
    /** `#rrggbb`, in lower case. */
    color: string | null;
    changed_at: Instant;
  };
  /** Comments of members and clients about reports. */
  report_comment: {
    comment_id: string;
    report_id: string;
    /** The author; null once they have deleted themselves. */
    user_id: string | null;
    text: string;
    created_at: Instant;
  };
  report: {
    report_id: string;
    user_id: string;
    /** Excludes deleted accounts: may become empty. */
    account_ids: string[];
    /** Validated when it is read. */
    choice: Json<unknown>;
    created_at: Instant;
    changed_at: Instant;
  };
}
