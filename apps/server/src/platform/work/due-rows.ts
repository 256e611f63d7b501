import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Tables } from '../../database/tables/tables.ts';
import { backoff } from '../backoff.ts';
import type { Backlog, BacklogCounts, Rows } from './work.ts';

type Column<Table extends keyof Tables> = keyof Tables[Table] & string;

interface BacklogOptions<Table extends keyof Tables> {
  table: Table;
  /** Says when a row is due. A claim moves it to the claim's end, so that a killed process's row becomes due again. */
  due: Column<Table>;
  /** The instant at which a row is due, if it is more than the column: the column may be null. */
  dueAt?: RawBuilder<Date>;
  /** Counts attempts since the last success, or failures. */
  attempts?: Column<Table>;
  /** True for rows that wait for this work, due or not. */
  waits: RawBuilder<SqlBool>;
  /** Longer than handling a row takes. Rows that are due within this time may be claimed now. */
  claimMillis?: number;
}

interface DueRowsOptions<Table extends keyof Tables> extends BacklogOptions<Table> {
  /** Its primary key. */
  key: Column<Table>;
  /** Which rows come first; by default, those due first. */
  order?: RawBuilder<unknown>;
  claimMillis: number;
  /** What adds one to `attempts`: a claim (so that killed processes count), or a failure. By default a claim. */
  counted?: 'claims' | 'failures';
  /** Holds the last unexpected failure's message. */
  error?: Column<Table>;
  /** Pauses after unexpected failures: the first, doubled each time. By default a minute, at most an hour. */
  retry?: { first: number; max?: number };
  /** Takes a row out of the work after this many attempts. */
  giveUp?: { after: number; handle(db: Database, row: Selectable<Tables[Table]>, now: Date): Promise<unknown> };
}

export interface DueRows<Row> extends Rows<Row> {
  backlog: Backlog;
  /** Claims one row by its key; undefined if it is not due, or another process has it. */
  claimOne(db: Database, key: unknown, now: Date): Promise<Row | undefined>;
  /** Makes a claimed row due at an instant; does nothing if another process has claimed it since. */
  postpone(db: Database, row: Row, until: Date): Promise<void>;
}

/** Creates the one kind of claim: rows of a table with a column that says when each is due. */
export function dueRows<Table extends keyof Tables>(
  options: DueRowsOptions<Table>,
): DueRows<Selectable<Tables[Table]>> {
  type Row = Selectable<Tables[Table]>;
  const { claimMillis, waits, counted = 'claims', retry = { first: 60_000, max: 3_600_000 }, giveUp } = options;
  const table = sql.table(options.table);
  const [key, due] = [sql.ref(options.key), sql.ref(options.due)];
  const attempts = options.attempts === undefined ? null : sql.ref(options.attempts);
  const dueAt = options.dueAt ?? due;
  const order = options.order ?? dueAt;
  const readColumn = (row: Row, column: string): unknown => (row as Record<string, unknown>)[column];

  async function claim(
    db: Database,
    { now, limit, only }: { now: Date; limit: number; only?: RawBuilder<SqlBool> },
  ): Promise<Row[]> {
    const count = attempts && counted === 'claims' ? sql`, ${attempts} = ${attempts} + 1` : sql``;
    const { rows } = await sql<Row>`update ${table} set ${due} = ${new Date(now.getTime() + claimMillis)}${count}
      where ${key} = any(array(
        select ${key} from ${table} where ${waits} and ${dueAt} <= ${now} and ${only ?? sql`true`}
        order by ${order} limit ${limit} for update skip locked))
      returning *`.execute(db);
    return rows;
  }

  async function postpone(db: Database, row: Row, until: Date, changes = sql``): Promise<void> {
    await sql`update ${table} set ${due} = ${until}${changes}
      where ${key} = ${readColumn(row, options.key)} and ${due} = ${readColumn(row, options.due)}`.execute(db);
  }

  return {
    claim,
    async claimOne(db, value, now) {
      const [row] = await claim(db, { now, limit: 1, only: sql`${key} = ${value}` });
      return row;
    },
    postpone: (db, row, until) => postpone(db, row, until),
    async fail(db, row, { now, failure }) {
      const counter = options.attempts === undefined ? 0 : Number(readColumn(row, options.attempts));
      const made = attempts && counted === 'claims' ? counter : counter + 1;
      if (giveUp && made >= giveUp.after) return void (await giveUp.handle(db, row, now));
      const count = attempts && counted === 'failures' ? sql`, ${attempts} = ${made}` : sql``;
      const error = options.error === undefined ? sql`` : sql`, ${sql.ref(options.error)} = ${failure}`;
      await postpone(db, row, new Date(now.getTime() + backoff(made, retry)), sql`${count}${error}`);
    },
    backlog: toBacklog(options),
  };
}

/** Counts the rows that wait, and makes those due that wait for another attempt. */
export function toBacklog<Table extends keyof Tables>(options: BacklogOptions<Table>): Backlog {
  const table = sql.table(options.table);
  const due = sql.ref(options.due);
  const { waits, dueAt = due, claimMillis = 0 } = options;
  const isRetrying = (after: Date) =>
    options.attempts === undefined ? sql`false` : sql`${dueAt} > ${after} and ${sql.ref(options.attempts)} > 0`;
  return {
    async count(db, now) {
      const { rows } = await sql<BacklogCounts>`select count(*) filter (where ${dueAt} <= ${now}) as due,
        min(${dueAt}) filter (where ${dueAt} <= ${now}) as "oldestDueAt",
        count(*) filter (where ${isRetrying(now)}) as retrying
        from ${table} where ${waits}`.execute(db);
      return rows[0] ?? { due: 0, oldestDueAt: null, retrying: 0 };
    },
    async retry(db, now) {
      const { numAffectedRows } = await sql`update ${table} set ${due} = ${now}
        where ${waits} and ${isRetrying(new Date(now.getTime() + claimMillis))}`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
  };
}
