import {
  addDays,
  type AccountId,
  dayMillis,
  type CardMetric,
  type EvidenceBefore,
  maxRevisions,
} from '@tidemark/contract';
import { dayIn, startOfDay } from '../../../platform/clock.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { FigureColumn } from '../account-figures/queries.ts';
import { isPeopleColumn } from '../formulas/account-figures.ts';
import { toFollowerCard, toFollowerGrowthCard } from '../formulas/follower-card.ts';
import { toMetricCard } from '../formulas/metric-card.ts';
import { peopleColumns } from '../formulas/people-parts.ts';
import { countPeriodDays, type Period } from '../formulas/period.ts';
import { type AccountState, type DayState, sumStoredDays, type WindowState } from '../formulas/sum-stored-days.ts';
import { readAnswersAt } from './answer-source.ts';
import type { EvidenceDeps } from './find-calls.ts';
import { findColumn, isTotal, sumUsed, toDays } from './find-used.ts';
import { listAnswerInstants, listOverlappingWindows, listStates } from './queries.ts';

/** Steps of a sync whose answers contain days and windows. */
const steps = ['batch', 'insights', 'windows'];
/** Answers that are read, by account: the newest. */
const maxInstants = 400;
/** Instagram revises a day, and a window, for this long after its end. */
const revisedDays = 5;

type Values = Partial<Record<FigureColumn, number | null>>;

/** An answer's value for a day or a window. */
interface Version {
  accountId: AccountId;
  at: number;
  days: Period;
  values: Values;
  path: string;
}

interface Asked {
  metric: CardMetric;
  columns: readonly FigureColumn[];
  period: Period;
  asOf: Date;
}

/** Loads a metric's value from the answers up to an instant, and the answers that changed it since. */
export async function loadMetricBefore(
  deps: EvidenceDeps,
  scope: AccountScope,
  { metric, columns, period: asked, asOf }: Asked,
): Promise<EvidenceBefore> {
  const { db, clock, dayZone, answers: source } = deps;
  const now = clock();
  const isGrowth = metric === 'follower-growth-rate';
  const period = isGrowth ? { ...asked, from: addDays(asked.from, -1) } : asked;
  const [rows, windows] = await Promise.all([
    listStates(db, scope, columns, period),
    columns.some(isPeopleColumn) ? listOverlappingWindows(db, scope, period) : [],
  ]);
  // A day is fetched until it is no longer revised, so that what was known of it is in the answers just before.
  const kept = now.getTime() - source.days * dayMillis;
  const from = new Date(
    Math.max(startOfDay(dayZone, period.from).getTime(), kept, asOf.getTime() - revisedDays * dayMillis),
  );
  const before = new Date(
    Math.min(now.getTime(), lastFetch([...rows, ...windows], startOfDay(dayZone, addDays(period.to, revisedDays)))) + 1,
  );
  const versions: Version[] = [];
  let isComplete = source.days > 0 && asOf.getTime() >= kept;
  for (const accountId of scope.accountIds) {
    const instants = await listAnswerInstants(db, accountId, { from, before, steps, limit: maxInstants });
    isComplete &&= instants.length < maxInstants;
    for (const [at, answers] of await readAnswersAt(source, accountId, { instants, now }))
      versions.push(...toVersions({ accountId, at, answers }, { columns, period, dayZone }));
  }
  versions.sort((one, other) => one.at - other.at);
  const byDays = Map.groupBy(versions, ({ accountId, days }) => toKey(accountId, days));
  for (const own of byDays.values())
    // An answer without a value leaves the earlier one.
    for (const [index, version] of own.entries()) version.values = { ...own[index - 1]?.values, ...version.values };

  const daysByAccount = Map.groupBy(rows, (row) => row.account_id);
  const windowsByAccount = Map.groupBy(windows, (row) => row.account_id);
  const changesByAccount = new Map(scope.accountIds.map((accountId) => [accountId, listChanges(accountId)]));
  const knownStates = new Map<string, AccountState>();
  const knownSums = new Map<string, ReturnType<typeof sumStoredDays>>();
  const toValue = (time: number): number | null => {
    const states = scope.accountIds.map((accountId) => {
      const since = changesByAccount.get(accountId)?.findLast((at) => at <= time) ?? 0;
      const key = `${accountId} ${since}`;
      return { key, state: remember(knownStates, key, () => toState(accountId, time)) };
    });
    if (states.every(({ state: { days } }) => days.length === 0)) return null;
    const today = dayIn(dayZone, new Date(time));
    const sum = (of: Period) =>
      states.map(({ key, state }) =>
        remember(knownSums, `${key} ${of.from} ${of.to} ${today}`, () =>
          sumStoredDays(state, { columns, period: of, today }),
        ),
      );
    const figures = { current: sum(asked), compared: null, noDataBefore: null, series: [] };
    const length = countPeriodDays(asked);
    const dayBefore = { from: period.from, to: period.from };
    if (metric === 'followers') return toFollowerCard(figures, length).current;
    if (metric === 'follower-growth-rate')
      return toFollowerGrowthCard({ ...figures, before: sum(dayBefore), previousBefore: [] }, length).current;
    return toMetricCard(metric, figures, length).current;
  };

  const revisions: EvidenceBefore['revisions'] = [];
  const value = toValue(asOf.getTime());
  let last = value;
  const isAfter = ({ at }: Version) => at > asOf.getTime();
  for (const [key, group] of Map.groupBy(versions.filter(isAfter), ({ at, accountId }) => `${at} ${accountId}`)) {
    const at = Number(key.split(' ')[0]);
    const to = toValue(at);
    if (to !== last) revisions.push(toRevision(group, { at, from: last, to }));
    last = to;
  }
  return {
    asOf: asOf.toISOString(),
    value,
    isComplete: isComplete && rows.every((row) => row.fetched_at <= asOf || isKnownAt(row, asOf.getTime())),
    revisions: revisions.toReversed().slice(0, maxRevisions),
    omitted: Math.max(0, revisions.length - maxRevisions),
  };

  /** Returns true if the day had not begun, or an answer from before says what it was. */
  function isKnownAt(row: (typeof rows)[number], time: number): boolean {
    const { account_id, day } = row;
    return (
      startOfDay(dayZone, day).getTime() >= time ||
      findLast(account_id, { from: day, to: day }, time) !== undefined ||
      !isFetchedAgain(row)
    );
  }

  /** Returns true for a day whose last answers are older than those that were read. */
  function isFetchedAgain({ day }: (typeof rows)[number]): boolean {
    return startOfDay(dayZone, addDays(day, 1)) < from;
  }

  function findLast(accountId: AccountId, days: Period, time: number): Version | undefined {
    return byDays.get(toKey(accountId, days))?.findLast(({ at }) => at <= time);
  }

  /** Lists the instants at which what is known of an account changes, in order. */
  function listChanges(accountId: AccountId): number[] {
    const rowsOfAccount = [...(daysByAccount.get(accountId) ?? []), ...(windowsByAccount.get(accountId) ?? [])];
    const changes = new Set(rowsOfAccount.map(({ fetched_at }) => fetched_at.getTime()));
    for (const version of versions) if (version.accountId === accountId) changes.add(version.at);
    return [...changes].sort((one, other) => one - other);
  }

  /** Returns the account's days and windows as known at an instant, which stay the same until its next change. */
  function toState(accountId: AccountId, time: number): AccountState {
    return {
      accountId,
      days: (daysByAccount.get(accountId) ?? []).flatMap((row) => toDayState(row, time) ?? []),
      windows: (windowsByAccount.get(accountId) ?? []).flatMap((row) => toWindowState(row, time) ?? []),
    };
  }

  function toDayState(row: (typeof rows)[number], time: number): DayState | null {
    const { day, complete, window_rule, fetched_at, account_id } = row;
    const stored = { day, values: row, complete, isOutdated: window_rule < 2 };
    if (fetched_at.getTime() <= time) return stored;
    const version = findLast(account_id, { from: day, to: day }, time);
    if (!version) return isFetchedAgain(row) ? stored : null;
    const isEnded = version.at >= startOfDay(dayZone, addDays(day, 1)).getTime();
    // Followers of a past day are counted once, when it has ended.
    const followers = isEnded ? row.followers : version.values.followers;
    return { ...stored, values: { ...version.values, followers: followers ?? null }, complete: isEnded };
  }

  function toWindowState(row: (typeof windows)[number], time: number): WindowState | null {
    const { end_day: endDay, days, fetched_at, account_id, first_day } = row;
    if (fetched_at.getTime() <= time) return { endDay, days, people: row };
    const version = findLast(account_id, { from: first_day, to: endDay }, time);
    return version ? { endDay, days, people: version.values } : null;
  }

  function toRevision(
    group: readonly Version[],
    { at, from: earlier, to }: { at: number; from: number | null; to: number | null },
  ): EvidenceBefore['revisions'][number] {
    const [first] = group;
    return {
      accountId: first?.accountId ?? '',
      at: new Date(at).toISOString(),
      from: earlier,
      to,
      path: first?.path ?? '',
      days: group.flatMap(({ accountId, days, values }) => {
        const old = findLast(accountId, days, at - 1);
        const [column] = columns.filter((name) => old?.values[name] !== values[name]);
        if (column === undefined) return [];
        const isNew = !old || old.at < startOfDay(dayZone, addDays(days.to, 1)).getTime();
        return [{ ...days, before: old?.values[column] ?? null, after: values[column] ?? null, isNew }];
      }),
    };
  }
}

function remember<Value>(known: Map<string, Value>, key: string, find: () => Value): Value {
  const value = known.get(key) ?? find();
  known.set(key, value);
  return value;
}

const toKey = (accountId: AccountId, { from, to }: Period) => `${accountId} ${from} ${to}`;

function lastFetch(rows: readonly { fetched_at: Date }[], least: Date): number {
  return rows.reduce((last, { fetched_at }) => Math.max(last, fetched_at.getTime()), least.getTime());
}

interface AnswersAt {
  accountId: AccountId;
  at: number;
  answers: Parameters<typeof findColumn>[0];
}

/** Lists what answers of one instant say about the period's days, and windows that overlap it. */
function toVersions(
  { accountId, at, answers }: AnswersAt,
  { columns, period, dayZone }: { columns: readonly FigureColumn[]; period: Period; dayZone: string },
): Version[] {
  const totals = answers.filter((answer) => isTotal(answer, accountId));
  const byRange = Map.groupBy(totals, (answer) => {
    const days = toDays(answer, dayZone);
    return days && days.from <= period.to && days.to >= period.from ? `${days.from} ${days.to}` : null;
  });
  const profile = columns.includes('followers')
    ? findColumn(answers, 'followers', { accountId, days: period, dayZone })
    : null;
  return [...byRange].flatMap(([range, some]) => {
    if (range === null) return [];
    const [from = '', to = ''] = range.split(' ');
    const days = { from, to };
    const asked: readonly FigureColumn[] = from === to ? columns : peopleColumns.filter((one) => columns.includes(one));
    const found = asked.flatMap((column) => {
      const used = column === 'followers' ? profile : findColumn(some, column, { accountId, days, dayZone });
      return used ? [[column, sumUsed(used)] as const] : [];
    });
    const path = `${accountId}/insights`;
    return found.length === 0 ? [] : [{ accountId, at, days, values: Object.fromEntries(found), path }];
  });
}
