import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { startPoller } from '../../platform/poller.ts';
import type { LiveStreams } from './streams.ts';

const intervalMillis = 10_000;
/** Time without a report after which a process counts as ended. */
const maxAgeMillis = 45_000;

interface ReportDeps {
  db: Database;
  streams: Pick<LiveStreams, 'count'>;
  clock: Clock;
  log: Log;
}

/** Keeps this process's stream count in the database. Returns a function that stops it and withdraws the count. */
export function startProcessReports({ db, streams, clock, log }: ReportDeps): () => Promise<void> {
  const processId = randomUUID();

  async function report(): Promise<void> {
    const row = { streams: streams.count(), reported_at: clock() };
    await db
      .insertInto('server_process')
      .values({ process_id: processId, ...row })
      .onConflict((conflict) => conflict.column('process_id').doUpdateSet(row))
      .execute();
    await db
      .deleteFrom('server_process')
      .where('reported_at', '<', new Date(clock().getTime() - maxAgeMillis))
      .execute();
  }

  const poller = startPoller(report, {
    intervalMillis,
    log,
    failureMessage: 'Could not report the open live streams',
  });
  return async () => {
    await poller.stop();
    await db
      .deleteFrom('server_process')
      .where('process_id', '=', processId)
      .execute()
      .catch(() => undefined); // outdated soon
  };
}

/** Counts streams in all processes, by their last reports. */
export async function countStreams(db: Database, now: Date): Promise<{ streams: number; processes: number }> {
  const row = await db
    .selectFrom('server_process')
    .select((query) => [
      query.fn.coalesce(query.fn.sum<string>('streams'), query.lit(0)).as('streams'),
      query.fn.countAll<string>().as('processes'),
    ])
    .where('reported_at', '>=', new Date(now.getTime() - maxAgeMillis))
    .executeTakeFirstOrThrow();
  return { streams: Number(row.streams), processes: Number(row.processes) };
}
