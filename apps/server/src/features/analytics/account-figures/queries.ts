import { addDays } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { toJsonObject } from '../../../database/json-object.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { type DayColumn, isPeopleColumn, type StoredPeriod } from '../formulas/account-figures.ts';
import type { PeopleColumn, PeopleParts } from '../formulas/people-parts.ts';
import { countPeriodDays, type Period } from '../formulas/period.ts';
import { createSharedStatements } from './shared-statements.ts';

const shareFirstDays = createSharedStatements<never, Map<string, string>>([]);

export type FigureColumn = DayColumn | 'followers';
/** Stored data without Instagram's own count, which is fetched separately. */
export type StoredMetrics = Omit<StoredPeriod, 'window'> & { parts?: PeopleParts };

export interface SumRequest {
  period: Period;
  today: string;
  /** Days per unit for unique people; null if no people metric is requested. */
  step: number | null;
}

/**
 * Sums stored columns by account in one query, so that each node in a distributed database aggregates its own. Reads
 * only the columns needed: each is summed over up to 36,500 rows. Joins only what is needed: a Citus coordinator plans
 * each join for longer than it runs.
 */
export async function sumStoredPeriods(
  db: Database,
  scope: Pick<AccountScope, 'accountIds'>,
  requested: readonly FigureColumn[],
  { period: { from, to }, today, step }: SumRequest,
): Promise<StoredMetrics[]> {
  const columns = requested.filter((column) => column !== 'followers');
  const people = step === null ? [] : columns.filter(isPeopleColumn);
  const hasFollowers = requested.includes('followers');
  const inPeriod = sql`account_id = any(${sql.val(scope.accountIds)}::text[]) and day >= ${from} and day <= ${to}`;
  const unit = step === null ? sql`0` : sql`(${to}::date - day) / ${sql.lit(step)}`;
  const lists = (prefix: string) => toJsonObject(people, (name) => sql`json_agg(${sql.ref(prefix + name)})`);
  const { rows } = await sql<StoredMetrics & Pick<PeopleParts, 'units'> & { outdated_units: PeopleParts['outdated'] }>`
    select sums.*, coalesce(outdated.days, 0) as outdated, outdated.places as outdated_units,
      ${hasFollowers ? sql`latest.followers, latest.complete` : sql`null::int as followers, null::boolean`} as followers_closed
    from (
      select account_id, sum(stored) as stored, sum(stored_from_today) as stored_from_today, sum(closed) as closed,
        min(first_day) as first_day, max(last_closed) as last_closed, max(followers_day) as followers_day,
        ${toJsonObject(columns, (name) => sql`sum(${sql.ref(`sum_${name}`)})`)} as sums,
        ${toJsonObject(columns, (name) => sql`sum(${sql.ref(`known_${name}`)})`)} as known,
        json_build_object('places', json_agg(place), 'sums', ${lists('sum_')}, 'closed', ${lists('closed_')}, 'largest', ${lists('largest_')}) as units
      from (
        select ${sql.join([
          sql`account_id, ${unit} as place, count(*) as stored, count(*) filter (where day >= ${today}) as stored_from_today,
            count(*) filter (where complete) as closed, min(day) as first_day, max(day) filter (where complete) as last_closed,
            max(day) filter (where followers is not null) as followers_day`,
          ...columns.map(
            (name) =>
              sql`sum(${sql.ref(name)}) as ${sql.ref(`sum_${name}`)}, count(${sql.ref(name)}) as ${sql.ref(`known_${name}`)}`,
          ),
          ...people.map(
            (name) => sql`count(${sql.ref(name)}) filter (where complete) as ${sql.ref(`closed_${name}`)},
              max(${sql.ref(name)}) as ${sql.ref(`largest_${name}`)}`,
          ),
        ])}
        from account_day where ${inPeriod} group by account_id, 2
      ) as unit group by account_id
    ) as sums
    ${hasFollowers ? sql`left join account_day as latest on latest.account_id = sums.account_id and latest.day = sums.followers_day` : sql``}
    left join (
      select account_id, count(*) as days, json_agg(distinct ${unit}) as places
      from account_day where ${inPeriod} and window_rule < 2 group by account_id
    ) as outdated on outdated.account_id = sums.account_id`.execute(db);
  const byAccount = new Map(
    rows.map(({ units, outdated_units: outdated, ...row }) => [
      row.account_id,
      { ...row, ...(step === null ? {} : { parts: { step, units, outdated, windows: null } }) },
    ]),
  );
  return scope.accountIds.map((accountId) => byAccount.get(accountId) ?? { ...emptyPeriod, account_id: accountId });
}

const emptyPeriod: Omit<StoredMetrics, 'account_id'> = {
  stored: 0,
  stored_from_today: 0,
  closed: 0,
  outdated: 0,
  first_day: null,
  last_closed: null,
  followers: null,
  followers_day: null,
  followers_closed: null,
  sums: {},
  known: {},
};

/** Returns Instagram's counts over exactly this period, by account. */
export async function listExactPeople(
  db: Database,
  accountIds: readonly string[],
  period: Period,
): Promise<Map<string, StoredPeriod['window']>> {
  const rows = await db
    .selectFrom('account_window')
    .select(['account_id', 'reach', 'reach_non_follower', 'engaged'])
    .where('account_id', 'in', accountIds)
    .where('end_day', '=', period.to)
    .where('days', '=', countPeriodDays(period))
    .where('window_rule', '=', 2)
    .execute();
  return new Map(rows.map(({ account_id, ...people }) => [account_id, people]));
}

/**
 * Lists windows for covering a period: up to 60 days, all that overlap it; for longer periods, only four-week windows,
 * which must end on its weeks unless they are requested by day. For 50 accounts and a year that is 2,700 windows
 * instead of 73,000.
 */
export async function listPeopleWindows(
  db: Database,
  accountIds: readonly string[],
  columns: readonly PeopleColumn[],
  { period: { from, to }, step }: { period: Period; step: number },
): Promise<Map<string, PeopleParts['windows']>> {
  if (accountIds.length === 0) return new Map();
  const grid: string[] = [];
  for (let end = addDays(to, step === 1 ? 29 : 21); end >= from; end = addDays(end, -step)) grid.push(end);
  const onGrid = sql`end_day = any(${sql.val(grid)}::date[])`;
  // `days` is part of the key: as a separate condition it is used for the index lookup, not as a filter.
  const hasLength = step === 1 && countPeriodDays({ from, to }) <= 60 ? sql`true` : sql`days = 28`;
  const { rows } = await sql<{ account_id: string; windows: PeopleParts['windows'] }>`
    select account_id, json_build_object('backs', json_agg(${to}::date - end_day), 'days', json_agg(days),
      'people', ${toJsonObject(columns, (name) => sql`json_agg(${sql.ref(name)})`)}) as windows
    from account_window
    where account_id = any(${sql.val(accountIds)}::text[]) and ${onGrid} and ${hasLength}
      and end_day - days < ${to} and window_rule = 2
    group by account_id`.execute(db);
  return new Map(rows.map(({ account_id, windows }) => [account_id, windows]));
}

/** Returns each account's first stored day, if it has one. */
export async function listFirstDays(db: Database, scope: AccountScope): Promise<Map<string, string>> {
  return shareFirstDays(scope, '', [], async () => {
    const { rows } = await sql<{ account_id: string; first_day: string }>`
      select account_id, min(day) as first_day from account_day
      where account_id = any(${sql.val(scope.accountIds)}::text[]) group by account_id`.execute(db);
    return new Map(rows.map(({ account_id, first_day }) => [account_id, first_day]));
  });
}
