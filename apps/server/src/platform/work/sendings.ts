import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import type { Tables } from '../../database/tables/tables.ts';
import { type DueRows, dueRows } from './due-rows.ts';

type ScheduleTable = 'digest_schedule' | 'report_schedule';

const minute = 60_000;

/**
 * Rows with a schedule: each sending is due once, also after an outage. What fails is tried again after 15, 30 and 60
 * minutes, then left out.
 */
export function scheduledRows<Table extends ScheduleTable>({
  skip,
  ...options
}: {
  table: Table;
  key: keyof Tables[Table] & string;
  waits: RawBuilder<SqlBool>;
  /** Leaves a sending out: moves on to the next one. */
  skip(transaction: Transaction, row: Selectable<Tables[Table]>, now: Date): Promise<unknown>;
}): DueRows<Selectable<Tables[Table]>> {
  return dueRows({
    ...options,
    due: 'retry_at',
    dueAt: sql<Date>`coalesce(retry_at, next_at)`,
    attempts: 'attempts',
    counted: 'failures',
    claimMillis: 3 * minute,
    retry: { first: 15 * minute },
    giveUp: {
      after: 4,
      handle: (db: Database, row, now) => db.transaction().execute((transaction) => skip(transaction, row, now)),
    },
  });
}

/** Returns a minute from now: data that a sending lacks is on its way. */
export const soon = (now: Date) => new Date(now.getTime() + minute);
