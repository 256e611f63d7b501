import type { DigestSchedule } from '@tidemark/contract';
import type { Generated } from 'kysely';
import type { InstantOrNull } from './columns.ts';

export interface DigestTables {
  digest_schedule: {
    user_id: string;
    is_on: boolean;
    cadence: DigestSchedule['cadence'];
    weekday: number;
    month_day: number;
    hour: number;
    time_zone: string;
    /** Null: all linked accounts. */
    account_ids: string[] | null;
    /** Null while it is off. */
    next_at: InstantOrNull;
    next_day: string | null;
    attempts: Generated<number>;
    retry_at: InstantOrNull;
  };
}
