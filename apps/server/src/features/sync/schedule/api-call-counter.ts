import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import { addApiCalls, type CountedCalls } from './queries.ts';

export interface CallCounts {
  record(made: { accountId: string; calls: number }): void;
  /** Writes pending counts. */
  stop(): Promise<void>;
}

const millisBetween = 1_000;
const hourMillis = 3_600_000;

/** Counts calls by account and hour and writes them in batches: one statement a second instead of one per request. */
export function createCallCounts({ db, clock, log }: { db: Database; clock: Clock; log: Log }): CallCounts {
  let recorded = new Map<string, CountedCalls>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  async function write() {
    timer = undefined;
    const counted = [...recorded.values()];
    recorded = new Map();
    await addApiCalls(db, counted).catch((error: unknown) => log.warn({ err: error }, 'Could not record API calls'));
  }

  return {
    record({ accountId, calls }) {
      const hour = new Date(Math.floor(clock().getTime() / hourMillis) * hourMillis);
      const key = `${accountId} ${hour.getTime()}`;
      const before = recorded.get(key) ?? { accountId, hour, calls: 0, requests: 0 };
      recorded.set(key, { ...before, calls: before.calls + calls, requests: before.requests + 1 });
      timer ??= setTimeout(() => {
        writing = write();
      }, millisBetween);
    },
    async stop() {
      clearTimeout(timer);
      await writing;
      await write();
    },
  };
}
