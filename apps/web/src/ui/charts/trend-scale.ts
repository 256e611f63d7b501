/** The y axis: the range of the values plus 10 % at both ends; never below 0 unless a value is. */
export function yDomain(values: readonly number[]): [number, number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const pad = (high - low) * 0.1 || Math.abs(high) * 0.1 || 1;
  return [low >= 0 ? Math.max(0, low - pad) : low - pad, high + pad];
}

/** Moves marks so that neighbours are at least `apart` from each other and all stay within the bounds, in order. */
export function spread(wanted: readonly number[], apart: number, [low, high]: [number, number]): number[] {
  const order = wanted.map((_, index) => index).toSorted((one, other) => (wanted[one] ?? 0) - (wanted[other] ?? 0));
  const placed: number[] = [];
  let previous = low - apart;
  for (const index of order) {
    previous = Math.max(previous + apart, wanted[index] ?? 0);
    placed.push(previous);
  }
  let next = high + apart;
  for (let index = placed.length - 1; index >= 0; index -= 1) {
    next = Math.min(next - apart, placed[index] ?? 0);
    placed[index] = next;
  }
  const result: number[] = [];
  order.forEach((index, place) => (result[index] = placed[place] ?? 0));
  return result;
}

/** A linear scale; a domain of a single point maps to the middle of the range. */
export function between([low, high]: readonly [number, number], [start, end]: readonly [number, number]) {
  return (value: number) => (high === low ? (start + end) / 2 : start + ((value - low) / (high - low)) * (end - start));
}
