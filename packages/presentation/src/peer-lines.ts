import type { PublicFigures } from '@tidemark/contract';
import { listDays } from '@tidemark/contract/calendar-day';
import type { TrendLine } from './trend-line.ts';

export interface ChartedAccount extends Pick<TrendLine, 'id' | 'name' | 'picture' | 'color' | 'dashed'> {
  figures: PublicFigures;
}

export type PeerScale = 'indexed' | 'log' | 'linear';

/** More lines are hard to tell apart. */
export const chartedAtFirst = 6;

/**
 * Returns each account's followers as a line over the same days. Indexed lines start at 100 on the first day all
 * accounts were measured; only then do they show which grew faster.
 */
export function toPeerLines(accounts: readonly ChartedAccount[], scale: PeerScale): TrendLine[] {
  const measured = accounts.filter(({ figures }) => figures.history.length > 0);
  const firstDays = measured.map(({ figures }) => figures.history[0]?.day ?? '').sort();
  const lastDays = measured.map(({ figures }) => figures.history.at(-1)?.day ?? '').sort();
  const first = scale === 'indexed' ? firstDays.at(-1) : firstDays[0];
  const last = lastDays.at(-1);
  if (!first || !last || first > last) return [];
  const days = listDays(first, last);
  return measured.map(({ figures, ...line }) => {
    const byDay = new Map(figures.history.map(({ day, followers }) => [day, followers]));
    const base = scale === 'indexed' ? days.map((day) => byDay.get(day)).find((value) => value) : undefined;
    const toValue = (followers: number | undefined) => {
      if (followers === undefined) return null;
      if (scale !== 'indexed') return followers;
      return base ? (followers / base) * 100 : null;
    };
    return { ...line, series: days.map((day) => ({ date: day, value: toValue(byDay.get(day)) })) };
  });
}

/** Formats an indexed line's value. */
export function indexText(value: number): string {
  return value.toFixed(1);
}
