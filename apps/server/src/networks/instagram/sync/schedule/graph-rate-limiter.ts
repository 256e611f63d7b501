import type { NetworkError } from '../../../network-error.ts';
import type { GraphUsage } from '../../client/graph-usage.ts';
import type { Database } from '../../../../database/database.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Log } from '../../../../platform/log/log.ts';
import { leavesRestToSchedule, limitFor, pauseSeconds, usageValidSeconds } from './rate-limit-rules.ts';

export interface GraphRateLimiter {
  record(usage: GraphUsage): void;
  /** Slow from 75 % used, paused from 95 % or after a rate limit. App-wide pauses apply to every account. */
  check(
    accountId: string,
    userId?: string,
  ): Promise<{ pausedUntil: Date | null; scope: 'app' | 'account' | null; slow: boolean }>;
  /**
   * True if users' requests are paused. They may use the first half of the app's hourly limit; the rest is for
   * scheduled syncs.
   */
  areRequestsPaused(): Promise<boolean>;
  /**
   * Pauses after a rate limit error, depending on its scope: everything, all accounts that use this user's login, or
   * one account. `failures` is the number in a row. Returns when the pause ends.
   */
  pause(of: { accountId: string; userId: string }, failure: NetworkError, failures: number): Promise<Date>;
}

const appScope = 'app';
const requestScope = 'requests';
const userScope = (userId: string) => `user:${userId}`;
const cacheMilliseconds = 1000;

/** Enforces Meta's rate limits. Pauses are stored in the database, so that they apply to all workers. */
export function createGraphRateLimiter({ db, clock, log }: { db: Database; clock: Clock; log: Log }): GraphRateLimiter {
  const slowUntil = new Map<string, number>();
  // Pauses known to this process: its own immediately, other processes' within a second.
  const pausedUntil = new Map<string, number>();
  let reading: Promise<void> | null = null;
  let readAt = -Infinity;

  const secondsFromNow = (seconds: number) => new Date(clock().getTime() + seconds * 1000);

  function learn(scope: string, usage: { percent: number; regainMinutes: number }) {
    const { slow, pauseSeconds: seconds } = limitFor(usage);
    if (slow) slowUntil.set(scope, secondsFromNow(usageValidSeconds).getTime());
    else slowUntil.delete(scope);
    if (scope === appScope && leavesRestToSchedule(usage.percent))
      startPause(requestScope, usage.percent, usageValidSeconds);
    if (seconds > 0) startPause(scope, usage.percent, seconds);
  }

  function startPause(scope: string, percent: number, seconds: number) {
    if ((pausedUntil.get(scope) ?? 0) > clock().getTime()) return;
    const until = secondsFromNow(seconds);
    pausedUntil.set(scope, until.getTime());
    log.warn({ scope, percent, until }, 'Meta rate limit almost reached; paused');
    // A percentage starts a pause but never extends one.
    savePause({ scope, until, reason: `${Math.round(percent)} % used` }, clock()).catch((error: unknown) =>
      log.warn({ err: error }, 'Could not store a pause; other processes are not aware of it'),
    );
  }

  /** Stores a pause unless a longer one exists or, with `unlessAfter`, one that lasts beyond that time. */
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
    record({ app, accounts }) {
      if (app !== null) learn(appScope, { percent: app, regainMinutes: 0 });
      for (const { accountId, ...usage } of accounts) learn(accountId, usage);
    },
    async check(accountId, userId) {
      await readPauses();
      const now = clock().getTime();
      const app = pausedUntil.get(appScope) ?? 0;
      const user = userId === undefined ? 0 : (pausedUntil.get(userScope(userId)) ?? 0);
      const account = Math.max(user, pausedUntil.get(accountId) ?? 0);
      const until = Math.max(app, account);
      const isPaused = until > now;
      return {
        pausedUntil: isPaused ? new Date(until) : null,
        scope: isPaused ? (app >= account ? 'app' : 'account') : null,
        slow: [appScope, accountId].some((scope) => (slowUntil.get(scope) ?? 0) > now),
      };
    },
    async areRequestsPaused() {
      await readPauses();
      return (pausedUntil.get(requestScope) ?? 0) > clock().getTime();
    },
    async pause({ accountId, userId }, failure, failures) {
      const scope =
        failure.kind === 'throttle-app' ? appScope : failure.kind === 'throttle-user' ? userScope(userId) : accountId;
      const until = secondsFromNow(pauseSeconds(failure, failures, Math.random()));
      pausedUntil.set(scope, Math.max(until.getTime(), pausedUntil.get(scope) ?? 0));
      await savePause({ scope, until, reason: `code ${failure.code ?? 'none'}` });
      log.warn({ scope, code: failure.code, until }, 'Rate-limited by Meta; paused');
      return new Date(pausedUntil.get(scope) ?? until);
    },
  };
}
