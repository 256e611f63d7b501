import { type Day, isDay } from '#web/features/periods/index.ts';
import { blockLabels, weekdays } from './week-blocks.ts';

/** Part of the range to limit the posts grid to: one day, or a weekday with an optional four-hour block. */
export type When = { day: Day } | { weekday: number; block: number | null };

const blocksPerDay = 6;

/** Parses '2026-11-19', 'thu' or 'thu.8a-12p'; null for anything else. */
export function parseWhen(text: string): When | null {
  const [name = '', label, ...rest] = text.split('.');
  const weekday = weekdays.findIndex((known) => known.toLowerCase() === name);
  const block = blockLabels.findIndex((known) => known === label);
  if (weekday < 0) return isDay(text) ? { day: text } : null;
  if (rest.length > 0 || (label !== undefined && block < 0)) return null;
  return { weekday, block: block < 0 ? null : block };
}

export function writeWhen(when: When): string {
  if ('day' in when) return when.day;
  const weekday = weekdays[when.weekday]?.toLowerCase() ?? '';
  return when.block === null ? weekday : `${weekday}.${blockLabels[when.block]}`;
}

/** Returns the week's blocks as the activity counts them: 6 × weekday + block. */
export function toBlocks({ weekday, block }: { weekday: number; block: number | null }): number[] {
  const blocks = block === null ? blockLabels.map((_, index) => index) : [block];
  return blocks.map((index) => weekday * blocksPerDay + index);
}
