import type { GraphFailure } from '../../clients/instagram-graph/graph-failure.ts';
import type { GraphUsage } from '../../clients/instagram-graph/graph-usage.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { paceFor, pauseSeconds, percentHoldsSeconds } from './pace-rules.ts';

export interface Pace {
  note(usage: GraphUsage): void;
  /** `slow` from 75 % used, paused from 95 % or after a throttle. App-wide pauses hold for every account. */
  check(accountId: string): Promise<{ pausedUntil: Date | null; scope: 'app' | 'account' | null; slow: boolean }>;
  /** After a throttle failure; `failures` = how many in a row. Returns until when. */
  pause(accountId: string, failure: GraphFailure, failures: number): Promise<Date>;
}

const appScope = 'app';
const cacheMilliseconds = 1000;

/** Keeps to what Meta allows. Pauses stand in the database, so that every worker keeps them. */
export function createPace({ db, clock, log }: { db: Database; clock: Clock; log: Log }): Pace {
  const slowUntil = new Map<string, number>();
  // What this process knows of pauses: its own at once, those of others within a second.
  const pausedUntil = new Map<string, number>();
  let reading: Promise<void> | null = null;
  let readAt = -Infinity;

  const secondsFromNow = (seconds: number) => new Date(clock().getTime() + seconds * 1000);

  function learn(scope: string, usage: { percent: number; regainMinutes: number }) {
    const { slow, pauseSeconds: seconds } = paceFor(usage);
    if (slow) slowUntil.set(scope, secondsFromNow(percentHoldsSeconds).getTime());
    else slowUntil.delete(scope);
    if (seconds === 0 || (pausedUntil.get(scope) ?? 0) > clock().getTime()) return;
    const until = secondsFromNow(seconds);
    pausedUntil.set(scope, until.getTime());
    log.warn({ scope, percent: usage.percent, until }, 'Almost all that Meta allows is used: paused');
    // A percentage starts a pause and never makes one longer.
    savePause({ scope, until, reason: `${Math.round(usage.percent)} % used` }, clock()).catch((error: unknown) =>
      log.warn({ err: error }, 'A pause could not be stored: other processes do not know of it'),
    );
  }

  /** Stores a pause; a longer one that stands stays, and with `unlessAfter` any that still lasts then. */
  async function savePause(pause: { scope: string; until: Date; reason: string }, unlessAfter?: Date) {
    await db
      .insertInto('graph_pause')
      .values({ ...pause, updated_at: clock() })
      .onConflict((conflict) =>
        conflict
          .column('scope')
          .doUpdateSet({ until: pause.until, reason: pause.reason, updated_at: clock() })
          .where('graph_pause.until', '<', unlessAfter ?? pause.until),
      )
      .execute();
  }

  async function readPauses() {
    if (performance.now() - readAt < cacheMilliseconds) return;
    reading ??= readStored().finally(() => (reading = null));
    await reading;
  }

  async function readStored() {
    const rows = await db.selectFrom('graph_pause').select(['scope', 'until']).where('until', '>', clock()).execute();
    for (const { scope, until } of rows) pausedUntil.set(scope, Math.max(until.getTime(), pausedUntil.get(scope) ?? 0));
    readAt = performance.now();
  }

  return {
    note({ app, accounts }) {
      if (app !== null) learn(appScope, { percent: app, regainMinutes: 0 });
      for (const { accountId, ...usage } of accounts) learn(accountId, usage);
    },
    async check(accountId) {
      await readPauses();
      const now = clock().getTime();
      const app = pausedUntil.get(appScope) ?? 0;
      const account = pausedUntil.get(accountId) ?? 0;
      const until = Math.max(app, account);
      const isPaused = until > now;
      return {
        pausedUntil: isPaused ? new Date(until) : null,
        scope: isPaused ? (app >= account ? 'app' : 'account') : null,
        slow: [appScope, accountId].some((scope) => (slowUntil.get(scope) ?? 0) > now),
      };
    },
    async pause(accountId, failure, failures) {
      const scope = failure.kind === 'throttle-app' ? appScope : accountId;
      const until = secondsFromNow(pauseSeconds(failure, failures, Math.random()));
      pausedUntil.set(scope, Math.max(until.getTime(), pausedUntil.get(scope) ?? 0));
      await savePause({ scope, until, reason: `code ${failure.code ?? 'none'}` });
      log.warn({ scope, code: failure.code, until }, 'Meta asks to wait: paused');
      return new Date(pausedUntil.get(scope) ?? until);
    },
  };
}
