import { addDays, listDays } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { loadFigures } from '../account-figures/load-figures.ts';
import type { AccountFigures } from '../formulas/account-figures.ts';
import { toExactness } from '../formulas/exactness.ts';
import type { OwnValue, OwnValues } from '../formulas/explain-difference.ts';
import type { Period } from '../formulas/period.ts';
import { type RequestWindows, toMissingWindows } from '../requested-windows.ts';
import { type DayParts, listDayParts } from './queries.ts';

interface OwnValuesDeps {
  db: Database;
  today: string;
  requestWindows: RequestWindows;
}

/** Computes an account's values for a range as on its cards, plus values that the app may show instead. */
export async function loadOwnValues(deps: OwnValuesDeps, scope: AccountScope, period: Period): Promise<OwnValues> {
  const [before, after] = [shift(period, -1), shift(period, 1)];
  const load = (range: Period) => loadFigures(deps, scope, ['reach', 'views'], range);
  const [current, earlier, later, days] = await Promise.all([
    load(period),
    load(before),
    load(after),
    listDayParts(deps.db, scope, { from: before.from, to: after.to }),
  ]);
  const missing = toMissingWindows(current);
  if (missing.length > 0) void deps.requestWindows(missing);
  const figures = { current: current[0], earlier: earlier[0], later: later[0] };
  const sum = (column: PartColumn, range = period) => sumParts(days, column, range);
  return {
    reach: toOwnValue('reach', figures, {
      // Parts of people add up only on a single day.
      advertising: period.from === period.to ? sum('reach_ad') : null,
      sumOfDays: period.from === period.to ? null : sum('reach'),
    }),
    views: toOwnValue('views', figures, { advertising: sum('views_ad'), sumOfDays: null }),
    newFollowers: toNewFollowers(days, { period, before, after }),
  };
}

type PartColumn = 'reach' | 'reach_ad' | 'views_ad' | 'new_followers';

const shift = ({ from, to }: Period, days: number): Period => ({ from: addDays(from, days), to: addDays(to, days) });

function toOwnValue(
  metric: 'reach' | 'views',
  { current, earlier, later }: Record<'current' | 'earlier' | 'later', AccountFigures | undefined>,
  parts: Pick<OwnValue, 'advertising' | 'sumOfDays'>,
): OwnValue | null {
  if (!current?.isKnown(metric)) return null;
  const pick = (figures: AccountFigures) => (metric === 'reach' ? figures.people('reach') : figures.sum('views'));
  const exact = (figures: AccountFigures | undefined) => {
    const figure = figures?.isKnown(metric) ? pick(figures) : null;
    return figure && figure.reasons.length === 0 ? figure.shown : null;
  };
  const figure = pick(current);
  return {
    value: figure.shown,
    ...toExactness(figure.reasons, figure),
    earlier: exact(earlier),
    later: exact(later),
    ...parts,
  };
}

function toNewFollowers(
  days: readonly DayParts[],
  { period, before, after }: Record<'period' | 'before' | 'after', Period>,
): OwnValue | null {
  const value = sumParts(days, 'new_followers', period);
  if (value === null) return null;
  const isClosed = days.every(({ day, complete }) => complete || day < period.from || day > period.to);
  return {
    value,
    ...toExactness(isClosed ? [] : ['day_not_closed'], { lower: value, upper: null }),
    earlier: sumParts(days, 'new_followers', before),
    later: sumParts(days, 'new_followers', after),
    advertising: null,
    sumOfDays: null,
  };
}

/** Sums a column over a period; null if a day is missing. */
function sumParts(days: readonly DayParts[], column: PartColumn, { from, to }: Period): number | null {
  const byDay = new Map(days.map((row) => [row.day, row[column]]));
  return listDays(from, to).reduce<number | null>((sum, day) => {
    const value = byDay.get(day) ?? null;
    return sum === null || value === null ? null : sum + value;
  }, 0);
}
