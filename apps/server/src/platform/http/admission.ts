import { ApiError } from '../api-error.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';
import { createUsedTime } from './used-time.ts';

/** A signed-in user, or an IP before the user is known. */
export type Caller = `user:${string}` | `address:${string}`;

interface Work {
  caller: Caller;
  hasBegun?: boolean;
  /** Waits without a time limit: for parts of work that was admitted as a whole. */
  isPatient?: boolean;
  /** Aborts when the work is no longer needed: then it gives up its place in the queue. */
  signal?: AbortSignal;
}

export interface Admission {
  /**
   * Runs work when a slot is free; throws `overloaded` when none is free in time. Work that has begun goes first, so
   * that nothing accepted is then delayed.
   */
  run<Result>(work: () => Promise<Result>, options: Work): Promise<Result>;
  /** Slots in use, and work that waits for one. */
  counts(): { working: number; waiting: number };
  /** Milliseconds that the caller's work took lately. */
  usedMillis(caller: Caller): number;
  /** Returns true if other callers' work has a slot. */
  isShared(caller: Caller): boolean;
}

export interface AdmissionOptions {
  maxConcurrent: number;
  maxWaitMillis: number;
  maxWaiting: number;
  /** Additional wait for the same user's calls while slots are free, as a multiple of `maxWaitMillis`. */
  ownWaitFactor?: number;
  /** Slots for a user who used little time lately, if more than their share. */
  burst?: number;
}

/** Maximum share of the slots, and of the queue, per user. */
const userShare = 1 / 4;
const stepMillis = 50;
/** A user who used more time lately is demanding. */
export const demandingMillis = 1_000;

/**
 * Limits concurrent work; the rest waits briefly. Callers take turns, those first who used least time lately. Excess
 * work is rejected while that is still cheap, so that accepted work finishes in time.
 */
export function createAdmission({
  maxConcurrent,
  maxWaitMillis,
  maxWaiting,
  ownWaitFactor = 3,
  burst = 0,
}: AdmissionOptions): Admission {
  const begun = createFairQueue();
  const fresh = createFairQueue();
  const working = new Map<string, number>();
  const usedTime = createUsedTime();
  const maxPerUser = Math.max(1, Math.floor(maxConcurrent * userShare));
  const maxWaitingPerUser = Math.max(1, Math.floor(maxWaiting * userShare));
  // Only callers whose work has just timed out while waiting.
  const saturatedUntil = new Map<Caller, number>();
  let total = 0;

  // Counts in steps, so that callers who used about as much take queue.
  const usedSteps = (caller: string) => Math.floor(usedTime.millis(caller) / stepMillis);

  // Many users may share an IP: it takes turns with others, and can use every free slot.
  const isAllowed = (caller: string) => caller.startsWith('address:') || (working.get(caller) ?? 0) < toShare(caller);
  const toShare = (caller: string) =>
    usedTime.millis(caller) < demandingMillis ? Math.max(maxPerUser, burst) : maxPerUser;

  function occupy(caller: Caller): void {
    total += 1;
    working.set(caller, (working.get(caller) ?? 0) + 1);
  }

  async function acquire({ caller, hasBegun = false, isPatient = false, signal }: Work): Promise<void> {
    const queue = hasBegun ? begun : fresh;
    if (signal?.aborted) throw overloaded();
    if (total < maxConcurrent && isAllowed(caller)) return occupy(caller);
    if (!isPatient && mustReject(caller, queue)) throw overloaded();
    await new Promise<void>((done, failed) => {
      const end = () => {
        clearTimeout(late);
        signal?.removeEventListener('abort', leave);
      };
      const waiter = {
        enter() {
          end();
          occupy(caller);
          done();
        },
        refuse() {
          end();
          failed(overloaded());
        },
      };
      function leave() {
        end();
        queue.remove(caller, waiter);
        failed(overloaded());
      }
      const giveUp = () => {
        queue.remove(caller, waiter);
        markSaturated(caller);
        waiter.refuse();
      };
      // If slots are free, only the same user's calls are in the way: a page that sends many calls at once may wait for
      // them.
      const waitOn = () => {
        if (total >= maxConcurrent || ownWaitFactor === 0) giveUp();
        else late = setTimeout(giveUp, maxWaitMillis * ownWaitFactor);
      };
      let late = isPatient ? undefined : setTimeout(waitOn, maxWaitMillis);
      signal?.addEventListener('abort', leave);
      queue.add(caller, waiter);
    });
  }

  function mustReject(caller: Caller, queue: FairQueue): boolean {
    const own = queue.sizeFor(caller);
    // Fails fast while the same caller's work has just timed out.
    if (queue === fresh && own >= maxConcurrent && performance.now() < (saturatedUntil.get(caller) ?? 0)) return true;
    if (caller.startsWith('user:') && own >= maxWaitingPerUser) return true;
    if (queue.size() < maxWaiting) return false;
    const dropped = queue.dropFromLongest(own + 1);
    dropped?.refuse();
    return !dropped;
  }

  function markSaturated(caller: Caller): void {
    const now = performance.now();
    for (const [known, until] of saturatedUntil) if (until < now) saturatedUntil.delete(known);
    saturatedUntil.set(caller, now + maxWaitMillis / 5);
  }

  function release(caller: Caller): void {
    total -= 1;
    const left = (working.get(caller) ?? 1) - 1;
    if (left === 0) working.delete(caller);
    else working.set(caller, left);
    while (total < maxConcurrent) {
      const next = begun.next(isAllowed, usedSteps) ?? fresh.next(isAllowed, usedSteps);
      if (!next) return;
      next.enter();
    }
  }

  return {
    async run(work, options) {
      await acquire(options);
      const began = performance.now();
      try {
        return await work();
      } finally {
        usedTime.add(options.caller, performance.now() - began);
        release(options.caller);
      }
    },
    counts: () => ({ working: total, waiting: begun.size() + fresh.size() }),
    usedMillis: usedTime.millis,
    isShared: (caller) => total > (working.get(caller) ?? 0),
  };
}

/**
 * Slots for work on the database, for the heavy part of that, and for work that waits for something else. A screen's
 * figures arrive in a batch, which has one heavy slot and runs as a whole: with slots for single calls, a crowd got a few
 * cards each, and nobody a whole screen.
 */
export type Admissions = Record<'database' | 'heavy' | 'external', Admission>;

export function createAdmissions(): Admissions {
  // A short queue absorbs bursts.
  const queue = { maxWaitMillis: 400, maxWaiting: 1_000 };
  return {
    // More would only wait for the same ten connections.
    database: createAdmission({ maxConcurrent: 16, ...queue }),
    // Batches run up to four calls each, which leaves slots of the database to light calls. Nothing is computed for one
    // that waits, so that it can wait longer.
    heavy: createAdmission({ maxConcurrent: 3, maxWaitMillis: 5_000, maxWaiting: 1_000, ownWaitFactor: 0, burst: 2 }),
    // No database connection is used while another system responds or a picture is decoded.
    external: createAdmission({ maxConcurrent: 64, ...queue }),
  };
}

/** Returns the error with a randomised delay, so that rejected callers do not all return at once. */
function overloaded(): ApiError {
  return new ApiError('overloaded', { retryAfterSeconds: 1 + Math.floor(Math.random() * 5) });
}
