import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { type AccountFigures, isPeopleColumn, toAccountFigures } from '../formulas/account-figures.ts';
import type { PeopleParts } from '../formulas/people-parts.ts';
import { countPeriodDays, type Period } from '../formulas/period.ts';
import { maxWindowDays } from '../requested-windows.ts';
import {
  type FigureColumn,
  listExactPeople,
  listPeopleWindows,
  type StoredFigures,
  type SumRequest,
  sumStoredPeriods,
} from './queries.ts';
import { createSharedStatements } from './shared-statements.ts';

const shareSums = createSharedStatements<FigureColumn, StoredFigures[]>();
const sharePeople = createSharedStatements<never, Awaited<ReturnType<typeof listExactPeople>>>();

/** Long periods are covered by weeks, so that four-week windows fit without a remainder. */
const week = 7;

/** Metrics of each account in a period; followers and `people` data are fetched only where needed. */
export async function loadFigures(
  { db, today }: { db: Database; today: string },
  scope: AccountScope,
  columns: readonly FigureColumn[],
  period: Period,
): Promise<AccountFigures[]> {
  const length = countPeriodDays(period);
  const people = columns.filter(isPeopleColumn);
  const request = { period, today };
  if (length > maxWindowDays && people.length > 0) {
    const [stored, windows] = await Promise.all([
      sumStored(db, scope, columns, { ...request, step: week }),
      listPeopleWindows(db, scope.accountIds, people, { period, step: week }),
    ]);
    return stored.map((row) => toAccountFigures({ ...row, window: null }, withWindows(row, windows), request));
  }
  const [sums, exactPeople] = await Promise.all([
    sumStored(db, scope, columns, { ...request, step: null }),
    people.length > 0 && length > 1
      ? sharePeople(scope, toKey(period), [], () => listExactPeople(db, scope.accountIds, period))
      : null,
  ]);
  const stored = sums.map((row) => ({ ...row, window: exactPeople?.get(row.account_id) ?? null }));
  const open = stored.filter(
    ({ window }) => length > 1 && people.some((column) => (window?.[column] ?? null) === null),
  );
  if (open.length === 0) return stored.map((row) => toAccountFigures(row, undefined, request));
  const accountIds = open.map(({ account_id }) => account_id);
  const [cut, windows] = await Promise.all([
    sumStoredPeriods(db, { accountIds }, people, { ...request, step: 1 }),
    listPeopleWindows(db, accountIds, people, { period, step: 1 }),
  ]);
  const parts = new Map(cut.map((row) => [row.account_id, withWindows(row, windows)]));
  return stored.map((row) => toAccountFigures(row, parts.get(row.account_id), request));
}

const toKey = ({ from, to }: Period) => `${from} ${to}`;

/** A statement that is shared may have followers for a call without them, which must not see any. */
async function sumStored(
  db: Database,
  scope: AccountScope,
  columns: readonly FigureColumn[],
  request: SumRequest,
): Promise<StoredFigures[]> {
  const { period, today, step } = request;
  const rows = await shareSums(scope, `${toKey(period)} ${today} ${step}`, columns, (all) =>
    sumStoredPeriods(db, scope, all, request),
  );
  return columns.includes('followers')
    ? rows
    : rows.map((row) => ({ ...row, followers: null, followers_closed: null }));
}

function withWindows(
  { account_id, parts }: StoredFigures,
  windows: ReadonlyMap<string, PeopleParts['windows']>,
): PeopleParts | undefined {
  return parts && { ...parts, windows: windows.get(account_id) ?? null };
}
