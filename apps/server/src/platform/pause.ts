import { setImmediate, setTimeout } from 'node:timers/promises';

/** Lets other work run if this one has had the processor for a while. */
export type Pause = () => Promise<void>;

/** Long enough for a small call to take a few steps, each of which may wait for the database. */
const restMillis = 4;
const maxRests = 3;

/**
 * Creates a pause for each step of long work: holds up other work for a few milliseconds only, and leaves it at least
 * half the time.
 *
 * @param isNeeded true if other work is running now
 */
export function createPause(isNeeded: () => boolean, { afterMillis = 3 } = {}): Pause {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < afterMillis) return;
    await setImmediate();
    for (let rest = 0; rest < maxRests && isNeeded(); rest += 1) await setTimeout(restMillis);
    since = performance.now();
  };
}
