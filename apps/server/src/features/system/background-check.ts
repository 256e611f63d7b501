import type { Check, CheckResult } from './readiness.ts';

/** Returns the last result; if that is old enough, also starts a check that takes longer, without waiting for it. */
export function checkInBackground(intervalMillis: number, refresh: () => Promise<CheckResult>): Check {
  let last: CheckResult = { state: 'ok' };
  let checkedAt = -Infinity;
  return async () => {
    if (performance.now() - checkedAt > intervalMillis) {
      checkedAt = performance.now();
      void refresh().then((result) => (last = result));
    }
    return last;
  };
}
