const key = 'tidemark-sign-ins';
const withinMillis = 60_000;
const max = 3;

/** Counts sign-ins that this page starts by itself; false if there were too many in a minute, as in a loop. */
export function countSignIn(storage: Storage = window.sessionStorage, now = Date.now()): boolean {
  try {
    const recent = (storage.getItem(key) ?? '')
      .split(',')
      .map(Number)
      .filter((time) => time > now - withinMillis);
    storage.setItem(key, [...recent, now].join());
    return recent.length < max;
  } catch {
    // Nothing is counted without storage.
    return true;
  }
}
