const maxWaitMillis = 3_000;

/** Waits at most a few seconds, because some pages are never idle. Safari lacks `requestIdleCallback`. */
export const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(run, { timeout: maxWaitMillis }) : setTimeout(run);
