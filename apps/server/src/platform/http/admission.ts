import { Failure } from '../failure.ts';

export interface Admission {
  /**
   * Does work when there is a place for it; throws `overloaded` when there is none in time. What has begun already goes
   * before what has not, so that nobody is let in and then kept.
   */
  run<Result>(work: () => Promise<Result>, options?: { hasBegun?: boolean }): Promise<Result>;
}

export interface AdmissionOptions {
  atOnce: number;
  longestWaitMillis: number;
  mostWaiting: number;
}

/**
 * Lets so much be worked on at once, and the rest wait a moment. What is more is refused while that is still cheap, so
 * that whoever is let in is answered in time.
 */
export function createAdmission({ atOnce, longestWaitMillis, mostWaiting }: AdmissionOptions): Admission {
  const begun = new Set<() => void>();
  const fresh = new Set<() => void>();
  let working = 0;
  let crowdedUntil = -Infinity;

  async function takePlace(waiting: Set<() => void>): Promise<void> {
    if (working < atOnce) return void (working += 1);
    // Who comes right after somebody who waited in vain would wait in vain.
    const isVain = waiting === fresh && fresh.size >= atOnce && performance.now() < crowdedUntil;
    if (isVain || waiting.size >= mostWaiting) throw overloaded();
    await new Promise<void>((enter, refuse) => {
      const late = setTimeout(() => {
        waiting.delete(called);
        crowdedUntil = performance.now() + longestWaitMillis / 5;
        refuse(overloaded());
      }, longestWaitMillis);
      const called = () => {
        clearTimeout(late);
        enter();
      };
      waiting.add(called);
    });
  }

  function leavePlace(): void {
    const waiting = begun.size > 0 ? begun : fresh;
    const [next] = waiting;
    if (!next) return void (working -= 1);
    waiting.delete(next);
    next();
  }

  return {
    async run(work, { hasBegun = false } = {}) {
      await takePlace(hasBegun ? begun : fresh);
      try {
        return await work();
      } finally {
        leavePlace();
      }
    },
  };
}

/** Spread, so that those who were refused together do not come back together. */
function overloaded(): Failure {
  return new Failure('overloaded', { retryAfterSeconds: 1 + Math.floor(Math.random() * 5) });
}
