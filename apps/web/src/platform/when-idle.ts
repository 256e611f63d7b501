/** Runs something once the page has nothing else to do; in Safari, which cannot say when that is, in a separate task. */
export const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(run) : setTimeout(run);
