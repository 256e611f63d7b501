import type { Database } from '../src/database/database.ts';
import type { Clock } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log/log.ts';
import type { Work } from '../src/platform/work/work.ts';

/** Runs background work once, as a process does; returns the failures' messages. */
export async function runWork<Services>(
  work: Work<Services>,
  services: Services & { db: Database; clock: Clock },
  { signal = new AbortController().signal }: { signal?: AbortSignal } = {},
): Promise<string[]> {
  const failures: string[] = [];
  const run = await work.prepare(services, { signal, wake: () => undefined });
  await run?.({
    db: services.db,
    clock: services.clock,
    log: createLog({ level: 'silent' }),
    signal,
    pauseMillis: work.everySeconds * 1000,
    async attempt(part) {
      try {
        await part();
        return null;
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error);
        failures.push(failure);
        return failure;
      }
    },
  });
  return failures;
}
