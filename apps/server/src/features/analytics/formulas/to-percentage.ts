/** Returns a percentage with two decimals, as the screens show it. */
export function toPercentage(value: number, whole: number): number {
  return whole > 0 ? Math.round((value / whole) * 10_000) / 100 : 0;
}
