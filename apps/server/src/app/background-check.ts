import type { Check, CheckResult } from '../features/system/index.ts';

/** Returns the last result, and starts a check that takes longer when that is old enough: nobody waits for it. */
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
