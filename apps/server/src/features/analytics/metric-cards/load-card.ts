import { addDays, type CardMetric, type MetricCard } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { loadFigures } from '../account-figures/load-figures.ts';
import { listFirstDays } from '../account-figures/queries.ts';
import { createSharedStatements } from '../account-figures/shared-statements.ts';
import { type AccountFigures, type DayColumn, dayColumns, isPeopleColumn } from '../formulas/account-figures.ts';
import { toFollowerCard, toFollowerGrowthCard } from '../formulas/follower-card.ts';
import { cardColumns, type ComparedPeriods, type DayTotals, toMetricCard } from '../formulas/metric-card.ts';
import { countPeriodDays, type Period } from '../formulas/period.ts';
import { type RequestedWindow, type RequestWindows, toMissingWindows } from '../requested-windows.ts';
import { sumDays } from './queries.ts';

const shareDays = createSharedStatements<DayColumn, DayTotals[]>(dayColumns);
const shareRequests = createSharedStatements<never, RequestedWindow[]>([]);

export interface CardDeps {
  db: Database;
  today: string;
  requestWindows: RequestWindows;
}

export interface Periods {
  current: Period;
  /** Null without a comparison. */
  previous: Period | null;
}

/** Loads a card with its comparison: both periods are limited to the current period's closed days. */
export async function loadCard(
  deps: CardDeps,
  scope: AccountScope,
  metric: CardMetric,
  periods: Periods,
): Promise<MetricCard> {
  const { db, today } = deps;
  const isSummed = metric !== 'followers' && metric !== 'follower-growth-rate';
  const columns = isSummed ? cardColumns[metric] : [];
  const hasFollowers = !isSummed || metric === 'engaged-audience';
  const load = (period: Period) => loadFigures(deps, scope, hasFollowers ? [...columns, 'followers'] : columns, period);
  const loadDayBefore = (day: string) => load({ from: addDays(day, -1), to: addDays(day, -1) });
  const isGrowth = metric === 'follower-growth-rate';
  const shown = isSummed ? periods.current : { ...periods.current, from: addDays(periods.current.from, -1) };
  const [current, previous, before, previousBefore, series] = await Promise.all([
    load(periods.current),
    periods.previous ? load(periods.previous) : [],
    isGrowth ? loadDayBefore(periods.current.from) : [],
    isGrowth && periods.previous ? loadDayBefore(periods.previous.from) : [],
    shareDays(scope, `${shown.from} ${shown.to} ${today}`, columns, (all) =>
      sumDays(db, scope, all, { period: shown, today }),
    ),
  ]);
  const compared = await loadComparedPeriods({ current, previous }, periods, load);
  const [noDataBefore, toCome] = await Promise.all([
    findGapEnd(db, scope, previous),
    columns.some(isPeopleColumn) ? requestMissing(deps, scope, compared) : [],
  ]);
  const figures = { current, compared, series, noDataBefore, isToCome: toCome.length > 0 };
  const days = countPeriodDays(periods.current);
  if (metric === 'followers') return toFollowerCard(figures, days);
  if (metric === 'follower-growth-rate') return toFollowerGrowthCard({ ...figures, before, previousBefore }, days);
  return toMetricCard(metric, figures, days);
}

/** Requests the windows that would make both periods exact, and returns the windows still to come. */
export async function requestMissing(
  { requestWindows }: Pick<CardDeps, 'requestWindows'>,
  scope: AccountScope,
  compared: ComparedPeriods | null,
): Promise<RequestedWindow[]> {
  const missing = compared ? toMissingWindows([...compared.current, ...compared.previous]) : [];
  if (missing.length === 0) return [];
  return shareRequests(scope, JSON.stringify(missing), [], () => requestWindows(missing));
}

/** Loads the first closed days in both periods; a running day never affects the change. */
export async function loadComparedPeriods(
  { current, previous }: { current: AccountFigures[]; previous: AccountFigures[] },
  periods: Periods,
  load: (period: Period) => Promise<AccountFigures[]>,
): Promise<ComparedPeriods | null> {
  if (!periods.previous) return null;
  const whole = Math.min(countPeriodDays(periods.current), countPeriodDays(periods.previous));
  const days = Math.min(whole, ...current.map(({ closedDays }) => closedDays));
  if (days === 0) return null;
  const cut = (figures: AccountFigures[], period: Period) =>
    countPeriodDays(period) === days ? figures : load({ from: period.from, to: addDays(period.from, days - 1) });
  const [now, before] = await Promise.all([cut(current, periods.current), cut(previous, periods.previous)]);
  return { days, current: now, previous: before };
}

/** Returns the first day with data for all accounts, if the previous period starts before it. */
export async function findGapEnd(
  db: Database,
  scope: AccountScope,
  previous: readonly AccountFigures[],
): Promise<string | null> {
  if (previous.every(startsWithPeriod)) return null;
  const firstDays = await listFirstDays(db, scope);
  return toGapEnd(previous, firstDays);
}

/** Same as `findGapEnd`, given each account's first day with data. Null if a late account has none. */
export function toGapEnd(previous: readonly AccountFigures[], firstDays: ReadonlyMap<string, string>): string | null {
  const late = previous.filter((figures) => !startsWithPeriod(figures));
  const ends = late.flatMap(({ accountId }) => firstDays.get(accountId) ?? []).toSorted();
  const last = ends.at(-1);
  const from = previous[0]?.period.from;
  return ends.length === late.length && last !== undefined && from !== undefined && last > from ? last : null;
}

const startsWithPeriod = ({ firstDay, period }: AccountFigures) => firstDay === period.from;
