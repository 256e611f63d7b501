/** Change in percent of the previous value; 100 if only the previous value is 0, and 0 if both are. */
export function percentChange(current: number, previous: number): number {
  if (previous === 0) return current > 0 ? 100 : 0;
  return ((current - previous) / previous) * 100;
}
