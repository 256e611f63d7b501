import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from './start-test-app.ts';

const patienceMillis = 60_000;

/**
 * Creates a clock that stands still until it is moved. The app can be given a wrong time; the sandbox always has the
 * right one.
 */
export function createTestClock(start: Date = new Date()) {
  let right = start.getTime();
  let wrong = 0;
  const clock = () => new Date(right + wrong);
  return {
    clock,
    now: clock,
    right: () => new Date(right),
    goWrongBy: (millis: number) => void (wrong = millis),
    moveTo: (instant: Date) => void (right = Math.max(right, instant.getTime() - wrong)),
  };
}

export type TestClock = ReturnType<typeof createTestClock>;

/**
 * Lets time pass: jumps to each instant at which something is due, and waits until it is done. Returns the number of
 * jumps.
 */
export async function passTime(app: Pick<TestApp, 'db'>, time: TestClock, until: Date): Promise<number> {
  for (let jumps = 0; ; jumps += 1) {
    await untilQuiet(app, time);
    const next = await nextDue(app);
    if (next === null || next > until) {
      time.moveTo(until);
      return jumps;
    }
    time.moveTo(next);
  }
}

/** Waits until nothing is due and nothing runs. */
export async function untilQuiet(app: Pick<TestApp, 'db'>, time: TestClock, patience = patienceMillis): Promise<void> {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(30)) {
    const busy = await app.db
      .selectFrom('sync_state')
      .select('account_id')
      .where(({ or, eb }) => or([eb('next_sync_at', '<=', time.now()), eb('running', '=', true)]))
      .executeTakeFirst();
    if (!busy) return;
  }
  throw new Error('The syncs did not come to rest in time');
}

async function nextDue(app: Pick<TestApp, 'db'>): Promise<Date | null> {
  const row = await app.db
    .selectFrom('sync_state')
    .select(({ fn }) => fn.min('next_sync_at').as('next'))
    .executeTakeFirst();
  return row?.next ?? null;
}
