import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { deleteBatch } from './delete-batch.ts';
import type { Database } from './database.ts';

const memoryMillis = 24 * 3_600_000;
const defaultMaxWaitSeconds = 15 * 60;

/** Tables with a row per counted key. */
type AttemptTable = 'sign_in_failure' | 'share_failure';

export interface AttemptCounts {
  /**
   * Counts an attempt before it is tried, so that many at once cannot outrun the count. Returns the seconds to wait
   * instead while there were too many: after the free ones, the wait doubles with each, up to `maxWaitSeconds`.
   */
  count(key: Buffer, options: { free: number; maxWaitSeconds?: number; now: Date }): Promise<number | null>;
  /** Takes back an attempt that succeeded, or that another limit rejected. */
  takeBack(key: Buffer): Promise<void>;
  clear(key: Buffer): Promise<void>;
}

/** Attempts within a day that failed, for all processes together. */
export function createAttemptCounts(db: Database, name: AttemptTable): AttemptCounts {
  const table = sql.table(name);
  return {
    async count(key, { free, maxWaitSeconds = defaultMaxWaitSeconds, now }) {
      const stale = new Date(now.getTime() - memoryMillis);
      const failures = sql`(case when ${table}.last_at < ${stale} then 1 else ${table}.failures + 1 end)`;
      const { rows } = await sql`
        insert into ${table} (failure_key, failures, last_at) values (${key}, 1, ${now})
        on conflict (failure_key) do update set failures = ${failures}, last_at = excluded.last_at,
          blocked_until = case when ${failures} < ${free}::int then null
            else ${now}::timestamptz
              + least(${maxWaitSeconds}::int, power(2, least(${failures} - ${free}::int, 20))) * interval '1 second' end
          where ${table}.blocked_until is null or ${table}.blocked_until <= ${now}
        returning failures`.execute(db);
      if (rows.length > 0) return null;
      const { rows: blocked } = await sql<{ blocked_until: Date | null }>`
        select blocked_until from ${table} where failure_key = ${key}`.execute(db);
      const millis = (blocked[0]?.blocked_until?.getTime() ?? now.getTime()) - now.getTime();
      return Math.max(1, Math.ceil(millis / 1000));
    },
    async takeBack(key) {
      await sql`update ${table} set failures = greatest(failures - 1, 0), blocked_until = null
        where failure_key = ${key}`.execute(db);
    },
    async clear(key) {
      await sql`delete from ${table} where failure_key = ${key}`.execute(db);
    },
  };
}

/** Returns a key that tells nothing about its parts. */
export function toAttemptKey(...parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** Returns a waiting time as text for a message. */
export function toWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

export function deleteOldAttempts(db: Database, table: AttemptTable, now: Date): Promise<number> {
  return deleteBatch(db, table, sql`last_at < ${new Date(now.getTime() - memoryMillis)}`);
}
