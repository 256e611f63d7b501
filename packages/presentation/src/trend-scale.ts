/** Returns the y axis's domain: the values' range plus 10 % at both ends; never below 0 unless a value is. */
export function yDomain(values: readonly number[]): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const pad = (high - low) * 0.1 || Math.abs(high) * 0.1 || 1;
  return [low >= 0 ? Math.max(0, low - pad) : low - pad, high + pad];
}

export type Scale = 'linear' | 'log';

/** Logarithmic from one up, and defined for zero: equal distances are equal ratios. */
export const scales: Record<Scale, (value: number) => number> = {
  linear: (value) => value,
  log: (value) => Math.sign(value) * Math.log10(1 + Math.abs(value)),
};

/** Returns zero and the powers of ten within a logarithmic domain, with a step between them if there are few. */
export function logTicks([low, high]: readonly [number, number]): number[] {
  const powers = Array.from({ length: 15 }, (_, index) => 10 ** (index + 1));
  const within = (marks: number[]) => marks.filter((mark) => scales.log(mark) >= low && scales.log(mark) <= high);
  const few = within([0, ...powers]);
  return few.length >= 3 ? few : within([0, 3, ...powers.flatMap((power) => [power, 3 * power])]);
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

/** Returns a linear scale; a single-point domain maps to the middle of the range. */
export function between([low, high]: readonly [number, number], [start, end]: readonly [number, number]) {
  return (value: number) => (high === low ? (start + end) / 2 : start + ((value - low) / (high - low)) * (end - start));
}
