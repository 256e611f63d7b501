import { mapNames } from '@tidemark/contract/map-names';
import { sql } from 'kysely';
import type { Transaction } from '../../../database/database.ts';
import type { AccountDayRow, DemographicCells } from '../../../database/tables/sync.ts';
import { dayColumns } from '../../../metrics/day-columns.ts';
import { dayRule, windowRule } from './fetch-rules.ts';
import { listSnapshots } from './snapshots.ts';
import type { DayFigures, DemographicCell, OnlineDay, WindowTotals } from './fetched-data.ts';

export interface StoredDay {
  day: string;
  figures: DayFigures & { followers?: number | null };
  /** True if fetched after the day had ended. */
  complete: boolean;
}

/** Stores days. Idempotent: a delayed older response changes nothing, and null never replaces a value. */
export async function storeDays(
  transaction: Transaction,
  accountId: string,
  days: StoredDay[],
  fetchedAt: Date,
): Promise<void> {
  if (days.length === 0) return;
  await transaction
    .insertInto('account_day')
    .values(
      days.map(({ day, figures, complete }) => ({
        account_id: accountId,
        day,
        ...toDayRow(figures),
        complete,
        fetched_at: fetchedAt,
        window_rule: dayRule,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'day'])
        .doUpdateSet(({ ref }) => ({
          ...Object.fromEntries(
            dayColumns.map((column) => [
              column,
              fromSeries.has(column)
                ? sql`coalesce(${ref(`excluded.${column}`)}, ${ref(`account_day.${column}`)})`
                : sql`case when account_day.window_rule < ${windowRule} then ${ref(`excluded.${column}`)}
                    else coalesce(${ref(`excluded.${column}`)}, ${ref(`account_day.${column}`)}) end`,
            ]),
          ),
          // Derived backwards from now: the first result after a day covers the fewest days that may still be revised.
          followers: sql`case
            when account_day.complete and account_day.window_rule >= ${windowRule}
              then coalesce(account_day.followers, excluded.followers)
            else coalesce(excluded.followers, account_day.followers) end`,
          window_rule: ref('excluded.window_rule'),
          complete: sql`account_day.complete or excluded.complete`,
          fetched_at: sql`excluded.fetched_at`,
        }))
        .where('account_day.fetched_at', '<=', fetchedAt),
    )
    .execute();
}

/** Metrics not fetched by window. */
const fromSeries: ReadonlySet<string> = new Set(['reach', 'new_followers']);

/** Marks requested days that the network no longer provides as permanently outdated. */
export async function markUnavailable(
  transaction: Transaction,
  accountId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await transaction
    .updateTable('account_day')
    .set({ window_rule: 0 })
    .where('account_id', '=', accountId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('window_rule', '=', 1)
    .execute();
}

function toDayRow(figures: StoredDay['figures']): Omit<AccountDayRow, 'account_id' | 'day'> {
  return mapNames(dayColumns, (column) => figures[column] ?? null);
}

export async function storeWindows(
  transaction: Transaction,
  accountId: string,
  windows: WindowTotals[],
  fetchedAt: Date,
): Promise<void> {
  const known = windows.filter(({ reach, engaged }) => reach !== null || engaged !== null);
  if (known.length === 0) return;
  await transaction
    .insertInto('account_window')
    .values(
      known.map(({ endDay, days, reach, reachNonFollower, engaged }) => ({
        account_id: accountId,
        end_day: endDay,
        days,
        reach,
        reach_non_follower: reachNonFollower,
        engaged,
        fetched_at: fetchedAt,
        window_rule: windowRule,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'end_day', 'days'])
        .doUpdateSet(({ ref }) => ({
          ...Object.fromEntries(
            (['reach', 'reach_non_follower', 'engaged'] as const).map((column) => [
              column,
              sql`case when account_window.window_rule < excluded.window_rule then ${ref(`excluded.${column}`)}
                else coalesce(${ref(`excluded.${column}`)}, ${ref(`account_window.${column}`)}) end`,
            ]),
          ),
          fetched_at: ref('excluded.fetched_at'),
          window_rule: ref('excluded.window_rule'),
        }))
        .where('account_window.fetched_at', '<=', fetchedAt),
    )
    .execute();
}

export async function storeOnlineFollowers(
  transaction: Transaction,
  accountId: string,
  days: OnlineDay[],
  fetchedAt: Date,
): Promise<void> {
  if (days.length === 0) return;
  await transaction
    .insertInto('online_followers')
    .values(days.map(({ day, hours }) => ({ account_id: accountId, day, hours, fetched_at: fetchedAt })))
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'day'])
        .doUpdateSet(({ ref }) => ({ hours: ref('excluded.hours'), fetched_at: ref('excluded.fetched_at') }))
        .where('online_followers.fetched_at', '<=', fetchedAt),
    )
    .execute();
}

/**
 * Replaces the day's snapshot. A snapshot equal to the previous one refers to it and has no cells; as other snapshots
 * may refer to one, only the newest is ever replaced. An empty response leaves the last one unchanged.
 */
export async function storeDemographics(
  transaction: Transaction,
  accountId: string,
  { audience, day, cells }: { audience: 'follower' | 'engaged'; day: string; cells: DemographicCell[] },
): Promise<void> {
  if (cells.length === 0) return;
  const read = JSON.stringify(toStoredCells(cells));
  const newest = await listSnapshots(transaction, accountId, audience)
    .select(['demographics.day', 'source.day as source_day', sql<boolean>`source.cells = ${read}::jsonb`.as('is_same')])
    .limit(2)
    .execute();
  if (newest[0] && newest[0].day > day) return;
  const before = newest.find((snapshot) => snapshot.day < day);
  const sameAs = before?.is_same ? before.source_day : null;
  await transaction
    .insertInto('demographics')
    .values({ account_id: accountId, audience, day, cells: sameAs ? null : read, same_as_day: sameAs })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'audience', 'day'])
        .doUpdateSet(({ ref }) => ({ cells: ref('excluded.cells'), same_as_day: ref('excluded.same_as_day') })),
    )
    .execute();
}

function toStoredCells(cells: DemographicCell[]): DemographicCells {
  const dimensions = Map.groupBy(cells, ({ dimension }) => dimension);
  return Object.fromEntries(
    [...dimensions].map(([dimension, some]) => [
      dimension,
      Object.fromEntries(some.map(({ key, value }) => [key, value])),
    ]),
  );
}

export interface Gap {
  kind: 'days' | 'stories' | 'posts';
  from: Date;
  to: Date;
  reason: string;
}

/** Stores gaps: periods that can no longer be fetched, and posts that the database refused. */
export async function storeGaps(transaction: Transaction, accountId: string, gaps: Gap[]): Promise<void> {
  if (gaps.length === 0) return;
  await transaction
    .insertInto('sync_gap')
    .values(
      gaps.map(({ kind, from, to, reason }) => ({ account_id: accountId, kind, from_at: from, to_at: to, reason })),
    )
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind', 'from_at']).doUpdateSet(({ ref }) => ({ to_at: ref('excluded.to_at') })),
    )
    .execute();
}
