import { sql } from 'kysely';
import type { Database } from '../src/database/database.ts';
import type { Connector, Problem } from '../src/features/sync/connector.ts';
import { replayAccount } from '../src/features/sync/replay/replay-account.ts';
import { listReplayedTables } from '../src/features/sync/replay/replayed-tables.ts';
import { runAccount } from '../src/features/sync/run/run-account.ts';
import { createLocalEventBus } from '../src/platform/events/event-bus.ts';
import { createLog } from '../src/platform/log/log.ts';
import { mapObjects, type Answer, type Exchange, type FaultProxy } from './fault-proxy.ts';

/** A network with one account, and the connector that reaches it through a proxy. */
export interface ConnectorWorld {
  db: Database;
  accountId: string;
  type: string;
  connector: Connector;
  proxy: FaultProxy;
  clock: () => Date;
  /** Returns the network's answer when a limit is reached, which ends after `seconds`. */
  limit(seconds: number): Answer;
  /** Requests that a second sync of the same account may take. */
  budget: number;
  /** Lets days pass. */
  pass(days: number): void;
  days: RevisedDays;
  posts: ListedPosts;
  /** Each end of a login, or why this network does not have it. */
  endLogin: Record<EndOfLogin, EndAction | string>;
  /** Changes the account's name or server, or says why it cannot change. */
  move: MoveAction | string;
  /** Opens the network as an account with days in `zone` sees it. */
  openZone(zone: string, midnight: Date): Promise<ZonedNetwork>;
}

/** Ways in which a login ends: by time, by its owner at the network or in Tidemark, or with what it reached. */
export const endsOfLogin = ['expired', 'revoked', 'disconnected', 'suspended'] as const;
export type EndOfLogin = (typeof endsOfLogin)[number];

export interface EndAction {
  code: Problem['code'];
  /** Tells users what they can do. */
  message: RegExp;
  /** Ends the login; returns how its owner restores the access. */
  end(): Promise<() => Promise<void>>;
}

/** Moves the account; returns its new name, and how it moves back. */
export type MoveAction = () => Promise<{ username: string; moveBack: () => Promise<void> }>;

/** A count of each day, as the network's answers contain it. */
export interface RevisedDays {
  column: string;
  /** How many days that were stored after their end are fetched again. */
  revised: number;
  /** Changes the count in an answer; null leaves it out. */
  edit(answer: Answer, change: (value: number) => number | null): Answer;
}

export interface ListedPost {
  id: string;
  publishedAt: Date;
  likes: number;
  /** The post in the answer. */
  item: object;
}

/** How a network's answers list an account's posts. */
export interface ListedPosts {
  /** Paths of the requests for a page, whose size is their parameter `limit`. */
  path: RegExp;
  /** The lists' field. */
  field: string;
  /** Returns null for an item that is no post. */
  read(item: object): Omit<ListedPost, 'item'> | null;
  /** Returns the item with the post's time and likes. */
  write(post: ListedPost): object;
}

export interface ZonedNetwork {
  connector: Connector;
  proxy: FaultProxy;
  /** The zone that counts: a network may have one for everybody. */
  dayZone: string;
  /** Makes people interact on both sides of midnight. */
  edit?(exchange: Exchange, answer: Answer): Answer;
  /** Returns columns of the days on both sides of midnight, if the account has only these posts. */
  listDays(posts: ListedPost[]): Promise<Record<string, object>>;
  close?(): Promise<void>;
}

/** Changes the lists of posts in an answer; `change` may change, leave out and repeat posts. */
export function editPosts(
  { field, read, write }: ListedPosts,
  answer: Answer,
  change: (posts: ListedPost[]) => ListedPost[],
): Answer {
  return mapObjects(answer, (object) => {
    const items: unknown = object[field];
    if (!Array.isArray(items)) return object;
    const posts = items.flatMap((item: object) => {
      const post = read(item);
      return post ? [{ ...post, item }] : [];
    });
    return posts.length > 0 ? { ...object, [field]: change(posts).map(write) } : object;
  });
}

const accountTables = [
  'account_day',
  'account_window',
  'media',
  'media_day',
  'media_measurement',
  'demographics',
  'online_followers',
  'sync_gap',
  'sync_answer',
];

export type StoredRows = Record<string, Record<string, unknown>[]>;

/** Leaves out unknown values, which a later sync may know. */
export function toKnown(tables: StoredRows): StoredRows {
  const pick = (row: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  return Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.map(pick)]));
}

export type Operations = ReturnType<typeof operate>;

/** Returns what the queue and users do with the world's account, and what is stored about it. */
export function operate(open: () => ConnectorWorld) {
  const run = (signal = new AbortController().signal, { connector }: Pick<ConnectorWorld, 'connector'> = open()) => {
    const { db, accountId, type, clock } = open();
    const deps = {
      db,
      clock,
      events: createLocalEventBus<never>(),
      log: createLog({ level: 'silent' }),
      lockOwner: 'kit',
      connectors: { [type]: connector },
    };
    return runAccount(deps, accountId, signal);
  };
  return {
    run,
    /** Syncs until nothing is left to do, as the queue does. */
    async sync(through?: Pick<ConnectorWorld, 'connector'>) {
      while (await run(undefined, through));
    },
    readState: () =>
      open()
        .db.selectFrom('sync_state')
        .selectAll()
        .where('account_id', '=', open().accountId)
        .executeTakeFirstOrThrow(),
    async readRows() {
      const { db, accountId } = open();
      const tables: StoredRows = {};
      for (const [name, { key, omitted }] of listReplayedTables()) {
        const { rows } = await sql<{ row: Record<string, unknown> }>`
          select to_jsonb(stored) - ${[...omitted]}::text[] as row from ${sql.table(name)} as stored
          where account_id = ${accountId} order by ${sql.join(key.map((column) => sql.ref(column)))}`.execute(db);
        tables[name] = rows.map(({ row }) => row);
      }
      return tables;
    },
    /** Forgets everything about the account except that it exists. */
    async restart() {
      const { db, accountId, proxy } = open();
      proxy.strike();
      for (const name of [...accountTables, 'sync_state'])
        await sql`delete from ${sql.table(name)} where account_id = ${accountId}`.execute(db);
      await db.insertInto('sync_state').values({ account_id: accountId }).execute();
    },
    /** Stores the account again from its answers, and compares. */
    replay() {
      const { db, accountId, connector, clock } = open();
      const deps = { clock, answerDays: 90, replayer: connector };
      return db.transaction().execute((transaction) => replayAccount(transaction, deps, accountId, { days: null }));
    },
    beDue: () =>
      open()
        .db.updateTable('sync_state')
        .set({ sync_requested: true, part_synced_at: '{}' })
        .where('account_id', '=', open().accountId)
        .execute(),
  };
}
