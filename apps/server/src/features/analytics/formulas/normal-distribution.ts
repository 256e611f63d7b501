/** Returns the standard normal distribution function; Abramowitz and Stegun 26.2.17, error below 7.5e-8. */
export function toNormalShare(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value));
  const tail =
    (Math.exp((-value * value) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return value > 0 ? 1 - tail : tail;
}
