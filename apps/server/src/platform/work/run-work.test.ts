import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { until } from '../../../test/until.ts';
import { connectDatabase, type Database } from '../../database/database.ts';
import { createLog } from '../log/log.ts';
import { readWork } from './overview.ts';
import { isFailing, pauseWork, resumeWork } from './queries.ts';
import { type BoundWork, startWork } from './run-work.ts';
import { defineSchedule, defineWork, type Rows } from './work.ts';

let db: Database;
let drop: () => Promise<void>;
const stops: (() => Promise<void>)[] = [];
beforeEach(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  db = connectDatabase(database.address);
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await db.destroy();
  await drop();
});

const described = { name: 'counting', label: 'Count', remedy: 'Wait.', everySeconds: 1 };
let setBackMillis = 0;
const clock = () => new Date(Date.now() - setBackMillis);

async function start(work: BoundWork) {
  const running = await startWork([work], {
    db,
    clock,
    log: createLog({ level: 'silent' }),
    pollSeconds: 0.01,
    reportMillis: 20,
  });
  stops.push(running.stop);
  return running;
}
const read = async (work: BoundWork) => {
  const [state] = await readWork(db, [work], clock());
  if (!state) throw new Error('The work is not listed');
  return state;
};
/** Waits until each process has looked at what is paused: it does after each report. */
async function untilReportedTwice(): Promise<void> {
  const readTimes = async () => {
    const rows = await db.selectFrom('work_report').select('reported_at').execute();
    return Math.min(...rows.map((row) => row.reported_at.getTime()));
  };
  for (let times = 0; times < 2; times += 1) {
    const before = await readTimes();
    await until(async () => (await readTimes()) > before);
  }
}

const bind = (run: (signal: AbortSignal) => Promise<unknown>): BoundWork => {
  const work = defineSchedule({ ...described, prepare: () => run });
  return { ...work, prepare: (lifetime) => work.prepare(undefined, lifetime) };
};

it('does nothing for work that an installation has no use for', async () => {
  const work = defineSchedule({ ...described, prepare: () => null });
  const bound: BoundWork = { ...work, prepare: (lifetime) => work.prepare(undefined, lifetime) };
  const running = await start(bound);

  running.wake('counting');

  expect(await read(bound)).toMatchObject({ isStarted: false, running: 0, succeededAt: null });
});

it('stops in all processes while it is paused, and starts again at once', async () => {
  let runs = 0;
  const work = bind(async () => (runs += 1));
  await start(work);
  await start(work);
  await until(() => runs > 2);

  await pauseWork(db, 'counting', clock());
  await untilReportedTwice();
  const paused = runs;
  await untilReportedTwice();
  expect(await read(work)).toMatchObject({ pausedAt: expect.any(Date), isStarted: true });
  expect(runs).toBe(paused);

  await resumeWork(db, 'counting');
  await until(() => runs > paused);
  expect((await read(work)).pausedAt).toBeNull();
});

it('interrupts a long run when it is paused, which is no failure', async () => {
  let isInterrupted = false;
  const work = bind(
    (signal) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          isInterrupted = true;
          reject(new Error('interrupted'));
        }),
      ),
  );
  await start(work);
  await until(
    () => read(work),
    ({ running }) => running === 1,
  );

  await pauseWork(db, 'counting', clock());

  await until(() => isInterrupted);
  const settled = await until(
    () => read(work),
    ({ running }) => running === 0,
  );
  expect(settled).toMatchObject({ failedAt: null, error: null });
});

it('reports a failure with its message until a run succeeds', async () => {
  let isBroken = true;
  const work = bind(async () => {
    if (isBroken) throw new Error('The mail server is away');
  });
  await start(work);
  const failing = await until(() => read(work), isFailing);
  expect(failing.error).toBe('The mail server is away');

  isBroken = false;

  await until(
    () => read(work),
    (state) => state.succeededAt !== null && !isFailing(state),
  );
});

it('handles other rows although one fails, and decides about that one', async () => {
  const waiting = [1, 2, 3];
  const [handled, failed]: [number[], string[]] = [[], []];
  const rows: Rows<number> = {
    claim: async (_, { limit }) => waiting.splice(0, limit),
    fail: async (_, row, { failure }) => void failed.push(`${row}: ${failure}`),
    backlog: null,
  };
  const work = defineWork({
    ...described,
    rows,
    lanes: 2,
    toLogFields: (row) => ({ row }),
    prepare: () => async (row: number) => {
      if (row === 2) throw new Error('no');
      handled.push(row);
    },
  });
  const bound: BoundWork = { ...work, prepare: (lifetime) => work.prepare(undefined, lifetime) };
  await start(bound);

  await until(() => handled.length === 2);

  expect(handled.toSorted()).toEqual([1, 3]);
  await until(() => failed.length === 1);
  expect(failed).toEqual(['2: no']);
  expect(
    isFailing(
      await until(
        () => read(bound),
        ({ failedAt }) => failedAt !== null,
      ),
    ),
  ).toBe(true);
});

it('handles each row once although the clock is set back during the run', async () => {
  const handledAt = new Map([1, 2, 3].map((row) => [row, new Date(0)]));
  const handled: number[] = [];
  const work = defineWork({
    ...described,
    everySeconds: 3_600,
    rows: {
      claim: async (_, { now, handledBefore }) => {
        const [row] = [...handledAt].find(([, at]) => at < handledBefore) ?? [];
        if (row !== undefined) handledAt.set(row, now);
        return row === undefined ? [] : [row];
      },
      fail: null,
      backlog: null,
    } satisfies Rows<number>,
    toLogFields: (row) => ({ row }),
    prepare: () => async (row: number) => {
      handled.push(row);
      setBackMillis = 86_400_000;
    },
  });
  const bound: BoundWork = { ...work, prepare: (lifetime) => work.prepare(undefined, lifetime) };
  const running = await start(bound);

  await until(() => handled.length >= 3);
  await running.stop();
  setBackMillis = 0;

  expect(handled).toEqual([1, 2, 3]);
});

it('leaves the rest to the next run if a row says so', async () => {
  const seen: number[] = [];
  let next = 0;
  const rows: Rows<number> = { claim: async () => [(next += 1)], fail: null, backlog: null };
  const work = defineWork({
    ...described,
    everySeconds: 3600,
    rows,
    toLogFields: (row) => ({ row }),
    prepare: () => async (row: number) => {
      seen.push(row);
      return row % 3 === 0 ? ('stop' as const) : undefined;
    },
  });
  const running = await start({ ...work, prepare: (lifetime) => work.prepare(undefined, lifetime) });
  await until(() => seen.length === 3);

  running.wake('counting');

  await until(() => seen.length === 6);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
});

it('forgets a process that ended without a word', async () => {
  const work = bind(async () => undefined);
  const report = { process_id: '00000000-0000-4000-8000-000000000000', name: 'counting', running: 3 };
  await db
    .insertInto('work_report')
    .values({ ...report, reported_at: new Date(Date.now() - 60_000) })
    .execute();

  expect(await read(work)).toMatchObject({ isStarted: false, running: 0 });
  await start(work);

  await until(async () => (await db.selectFrom('work_report').select('running').execute()).length === 1);
});
