import { addDays } from '@tidemark/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../database/database.ts';
import { recordNewRows } from '../../accounts/index.ts';
import type { Calendar } from '../connector.ts';
import { groupConsecutiveDays } from '../store/gap-days.ts';
import { dropShadows } from './queries.ts';
import { listChangedColumns, type RowChange } from './replay-account.ts';
import { listReplayedTables, replayedTables, type ReplayedTableName } from './replayed-tables.ts';

/**
 * Writes replayed rows into the real tables, marks their days as corrected and makes a new version of the account's data.
 * Returns the days. Posts are never deleted.
 */
export async function applyChanges(
  transaction: Transaction,
  accountId: string,
  { changes, calendar, now }: { changes: readonly RowChange[]; calendar: Calendar; now: Date },
): Promise<string[]> {
  for (const [name] of listReplayedTables()) {
    const own = changes.filter(({ table }) => table === name);
    await insertRows(
      transaction,
      name,
      own.filter(({ stored }) => !stored),
    );
    const both = own.filter(({ stored, replayed }) => stored && replayed);
    for (const some of Map.groupBy(both, (change) => listChangedColumns(change).join()).values())
      await updateRows(transaction, accountId, { name, changes: some });
    if (name !== 'media')
      await deleteRows(
        transaction,
        accountId,
        name,
        own.filter(({ replayed }) => !replayed),
      );
  }
  await dropShadows(transaction);
  const days = [...new Set(changes.map((change) => toDay(change, calendar)))].sort();
  for (const { from, to } of groupConsecutiveDays(days))
    await markCorrected(transaction, accountId, {
      from: calendar.startOf(from),
      to: new Date(calendar.startOf(addDays(to, 1)).getTime() - 1),
      now,
    });
  await recordNewRows(transaction, accountId, null);
  return days;
}

function toDay({ table, stored, replayed }: RowChange, calendar: Calendar): string {
  const value = String((replayed ?? stored)?.[replayedTables[table].dayColumn]);
  return value.includes('T') ? calendar.toDay(new Date(value)) : value;
}

async function insertRows(transaction: Transaction, name: string, changes: readonly RowChange[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`insert into ${sql.table(`public.${name}`)}
    select replayed.* from ${sql.table(`pg_temp.${name}`)} as replayed
    where ${isAmong('replayed', changes)}`.execute(transaction);
}

async function updateRows(
  transaction: Transaction,
  accountId: string,
  { name, changes }: { name: ReplayedTableName; changes: readonly [RowChange, ...RowChange[]] | readonly RowChange[] },
): Promise<void> {
  const [first] = changes;
  if (!first) return;
  const table = sql.table(`public.${name}`);
  const rows = JSON.stringify(changes.map(({ replayed }) => replayed));
  const set = listChangedColumns(first).map((column) => sql`${sql.ref(column)} = replayed.${sql.ref(column)}`);
  const same = replayedTables[name].key.map((column) => sql`stored.${sql.ref(column)} = replayed.${sql.ref(column)}`);
  await sql`update ${table} as stored set ${sql.join(set)}
    from jsonb_populate_recordset(null::${table}, ${rows}::jsonb) as replayed
    where stored.account_id = ${accountId} and ${sql.join(same, sql` and `)}`.execute(transaction);
}

async function deleteRows(
  transaction: Transaction,
  accountId: string,
  name: string,
  changes: readonly RowChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`delete from ${sql.table(`public.${name}`)} as stored
    where stored.account_id = ${accountId} and ${isAmong('stored', changes)}`.execute(transaction);
}

function isAmong(side: string, changes: readonly RowChange[]): RawBuilder<boolean> {
  const keys = JSON.stringify(changes.map(({ key }) => key));
  const columns = Object.keys(changes[0]?.key ?? {}).flatMap((column) => [
    sql.lit(column),
    sql.ref(`${side}.${column}`),
  ]);
  return sql`jsonb_build_object(${sql.join(columns)}) in (select jsonb_array_elements(${keys}::jsonb))`;
}

async function markCorrected(
  transaction: Transaction,
  accountId: string,
  { from, to, now }: { from: Date; to: Date; now: Date },
): Promise<void> {
  await transaction
    .insertInto('sync_gap')
    .values({ account_id: accountId, kind: 'corrected', from_at: from, to_at: to, reason: now.toISOString() })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'kind', 'from_at'])
        .doUpdateSet(({ ref }) => ({ to_at: ref('excluded.to_at'), reason: ref('excluded.reason') })),
    )
    .execute();
}
