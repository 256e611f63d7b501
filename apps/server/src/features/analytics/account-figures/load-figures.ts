import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { type AccountFigures, dayColumns, isPeopleColumn, toAccountFigures } from '../formulas/account-figures.ts';
import { type PeopleColumn, peopleColumns, type PeopleParts } from '../formulas/people-parts.ts';
import { countPeriodDays, type Period } from '../formulas/period.ts';
import {
  type FigureColumn,
  listExactPeople,
  listPeopleWindows,
  type StoredMetrics,
  type SumRequest,
  sumStoredPeriods,
} from './queries.ts';
import { createSharedStatements } from './shared-statements.ts';

const shareSums = createSharedStatements<FigureColumn, StoredMetrics[]>([...dayColumns, 'followers']);
const sharePeople = createSharedStatements<never, Awaited<ReturnType<typeof listExactPeople>>>([]);
const shareDayParts = createSharedStatements<PeopleColumn, Awaited<ReturnType<typeof loadDayParts>>>(peopleColumns);
const shareWindows = createSharedStatements<PeopleColumn, Awaited<ReturnType<typeof listPeopleWindows>>>(peopleColumns);

/** Long periods are covered by weeks, so that four-week windows fit without a remainder. */
const week = 7;
/** Shorter periods use every day: a weekly grid misses most stored windows within them. */
const maxDaysByDay = 92;
/** Longest period whose one count is trusted without parts; a longer period's count must not contradict its parts. */
const maxBelievedDays = 30;

/** Loads each account's metrics in a period; fetches followers and `people` data only where needed. */
export async function loadFigures(
  { db, today }: { db: Database; today: string },
  scope: AccountScope,
  columns: readonly FigureColumn[],
  period: Period,
): Promise<AccountFigures[]> {
  const length = countPeriodDays(period);
  const people = columns.filter(isPeopleColumn);
  const request = { period, today };
  const isLong = length > maxDaysByDay;
  if (isLong && people.length > 0) {
    const [stored, exactPeople, windows] = await Promise.all([
      sumStored(db, scope, columns, { ...request, step: week }),
      loadExactPeople(db, scope, period),
      shareWindows(scope, toKey(period), people, (all) =>
        listPeopleWindows(db, scope.accountIds, all, { period, step: week }),
      ),
    ]);
    return stored.map((row) =>
      toAccountFigures({ ...row, window: exactPeople.get(row.account_id) ?? null }, withWindows(row, windows), request),
    );
  }
  const [sums, exactPeople] = await Promise.all([
    // Calls in a batch share the weekly sums with those that need people.
    sumStored(db, scope, columns, { ...request, step: isLong && scope.isOfBatch ? week : null }),
    people.length > 0 && length > 1 ? loadExactPeople(db, scope, period) : null,
  ]);
  const stored = sums.map((row) => ({ ...row, window: exactPeople?.get(row.account_id) ?? null }));
  const listOpen = (asked: readonly PeopleColumn[]) =>
    stored.filter(
      ({ window }) =>
        length > 1 && asked.some((column) => length > maxBelievedDays || (window?.[column] ?? null) === null),
    );
  if (listOpen(people).length === 0) return stored.map((row) => toAccountFigures(row, undefined, request));
  const parts = await shareDayParts(scope, toKey(period), people, (asked) =>
    loadDayParts(
      db,
      listOpen(asked).map(({ account_id }) => account_id),
      asked,
      request,
    ),
  );
  return stored.map((row) => toAccountFigures(row, parts.get(row.account_id), request));
}

function loadExactPeople(db: Database, scope: AccountScope, period: Period) {
  return sharePeople(scope, toKey(period), [], () => listExactPeople(db, scope.accountIds, period));
}

/**
 * Lists people by day and the windows that cover these days, for accounts without Instagram's count over the period.
 */
async function loadDayParts(
  db: Database,
  accountIds: readonly string[],
  people: readonly PeopleColumn[],
  { period, today }: Pick<SumRequest, 'period' | 'today'>,
): Promise<Map<string, PeopleParts | undefined>> {
  const [cut, windows] = await Promise.all([
    sumStoredPeriods(db, { accountIds }, people, { period, today, step: 1 }),
    listPeopleWindows(db, accountIds, people, { period, step: 1 }),
  ]);
  return new Map(cut.map((row) => [row.account_id, withWindows(row, windows)]));
}

const toKey = ({ from, to }: Period) => `${from} ${to}`;

/** Sums stored columns. A shared statement may include followers for a call without them, which must not see any. */
async function sumStored(
  db: Database,
  scope: AccountScope,
  columns: readonly FigureColumn[],
  request: SumRequest,
): Promise<StoredMetrics[]> {
  const { period, today, step } = request;
  const rows = await shareSums(scope, `${toKey(period)} ${today} ${step}`, columns, (all) =>
    sumStoredPeriods(db, scope, all, request),
  );
  return columns.includes('followers')
    ? rows
    : rows.map((row) => ({ ...row, followers: null, followers_closed: null }));
}

function withWindows(
  { account_id, parts }: StoredMetrics,
  windows: ReadonlyMap<string, PeopleParts['windows']>,
): PeopleParts | undefined {
  return parts && { ...parts, windows: windows.get(account_id) ?? null };
}
