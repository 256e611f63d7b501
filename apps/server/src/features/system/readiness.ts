import { cacheFor } from '../../platform/cache-for.ts';
import type { Log } from '../../platform/log/log.ts';
import { startPoller } from '../../platform/poller.ts';

/** The reason is public: it names no secret. */
export type CheckResult = { state: 'ok' } | { state: 'failed' | 'degraded'; reason: string };
export type Check = () => Promise<CheckResult>;

export interface Readiness {
  read(): Promise<{ isReady: boolean; results: ReadonlyMap<string, CheckResult> }>;
  /** Returns why something does not work, or not well. */
  listProblems(): Promise<string[]>;
  /** Runs the checks again and again, so that the log shows changes even without requests. */
  watch(onReady: () => void): { stop(): Promise<void> };
}

const intervalMillis = 5_000;

/** Runs the checks, at most once a second, and logs each changed reason. */
export function createReadiness({ checks, log }: { checks: Record<string, Check>; log: Log }): Readiness {
  const reasons = new Map<string, string>();

  function record(name: string, result: CheckResult): void {
    const reason = result.state === 'ok' ? undefined : result.reason;
    if (reasons.get(name) === reason) return;
    if (reason === undefined) {
      reasons.delete(name);
      log.info({ check: name }, `${name} is available again`);
    } else {
      reasons.set(name, reason);
      log.warn({ check: name, state: result.state }, reason);
    }
  }

  const read = cacheFor(1_000, async () => {
    const results = new Map(
      await Promise.all(
        Object.entries(checks).map(async ([name, check]) => {
          const result = await check().catch((): CheckResult => ({
            state: 'failed',
            reason: `The check of ${name} failed`,
          }));
          return [name, result] as const;
        }),
      ),
    );
    for (const [name, result] of results) record(name, result);
    return { isReady: [...results.values()].every(({ state }) => state !== 'failed'), results };
  });

  return {
    read,
    async listProblems() {
      const { results } = await read();
      return [...results.values()].flatMap((result) => (result.state === 'ok' ? [] : [result.reason]));
    },
    watch(onReady) {
      let wasReady = false;
      return startPoller(
        async () => {
          const { isReady } = await read();
          if (isReady && !wasReady) onReady();
          wasReady ||= isReady;
        },
        { intervalMillis, log, failureMessage: 'Could not check whether Tidemark is ready' },
      );
    },
  };
}
