export interface SharedRuns {
  /** Runs work, one at a time per key. Callers that arrive during a run share one run that starts after it. */
  run(key: string, work: () => Promise<void>): Promise<void>;
}

export function createSharedRuns(): SharedRuns {
  const running = new Map<string, Promise<void>>();
  const queued = new Map<string, Promise<void>>();

  function start(key: string, work: () => Promise<void>): Promise<void> {
    const run = work().finally(() => running.delete(key));
    running.set(key, run);
    return run;
  }

  return {
    run(key, work) {
      const waiting = queued.get(key);
      if (waiting) return waiting;
      const current = running.get(key);
      if (!current) return start(key, work);
      const next = current
        .catch(() => undefined)
        .then(() => {
          queued.delete(key);
          return start(key, work);
        });
      queued.set(key, next);
      return next;
    },
  };
}
