/** Percent of a whole with two decimals, as the screens show it. */
export function toShare(value: number, whole: number): number {
  return whole > 0 ? Math.round((value / whole) * 10_000) / 100 : 0;
}

/** The four-hour blocks of a week in UTC, moved by a time zone's offset into the next or the previous day. */
export function toLocalBlocks(blocks: readonly number[], offsetMinutes: number): number[] {
  const shift = Math.round(offsetMinutes / 240);
  return blocks.map((_, index) => blocks.at((index - shift) % blocks.length) ?? 0);
}
