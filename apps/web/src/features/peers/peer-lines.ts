import type { PublicFigures } from '@tidemark/contract';
import type { TrendLine } from '@tidemark/figures';

export interface ChartedAccount {
  id: string;
  name: string;
  picture: string | null;
  color: string;
  dashed: boolean;
  figures: PublicFigures;
}

export const peerScales = ['indexed', 'log', 'linear'] as const;
export type PeerScale = (typeof peerScales)[number];

const dayMillis = 86_400_000;

function listDays(from: string, to: string): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: (last - first) / dayMillis + 1 }, (_, index) =>
    new Date(first + index * dayMillis).toISOString().slice(0, 10),
  );
}

/**
 * A line of followers for each account over the same days. Indexed lines begin on the first day on which all of them
 * were measured, which is 100: only then they show which grew faster.
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
