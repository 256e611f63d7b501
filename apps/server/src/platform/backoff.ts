/** Returns the delay after a number of failures in a row: `first`, doubled each time up to `max`. */
export function backoff(failures: number, { first, max = Infinity }: { first: number; max?: number }): number {
  return Math.min(max, first * 2 ** Math.max(0, failures - 1));
}
