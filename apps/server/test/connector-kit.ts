import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '../src/database/database.ts';
import type { Connector } from '../src/features/sync/connector.ts';
import { replayAccount } from '../src/features/sync/replay/replay-account.ts';
import { listReplayedTables } from '../src/features/sync/replay/replayed-tables.ts';
import { runAccount } from '../src/features/sync/run/run-account.ts';
import { countUnevenMedia } from '../src/features/sync/store/check-media.ts';
import { createLocalEventBus } from '../src/platform/events/event-bus.ts';
import { createLog } from '../src/platform/log/log.ts';
import { addUnknownFields, type Answer, type FaultProxy } from './fault-proxy.ts';

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
}

const limitSeconds = 900;
const empty = [
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

const isKnown = ([, value]: [string, unknown]) => value !== null;

function pick(row: Record<string, unknown>, isMeant: (field: [string, unknown]) => boolean) {
  return Object.fromEntries(Object.entries(row).filter(isMeant));
}

/** Declares what every connector must do, whatever its network is. */
export function itSyncsLikeAnyNetwork(open: () => ConnectorWorld): void {
  const run = (signal = new AbortController().signal) => {
    const { db, accountId, type, connector, clock } = open();
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
  /** Syncs until nothing is left to do, as the queue does. */
  const sync = async () => {
    while (await run());
  };
  const readState = () =>
    open().db.selectFrom('sync_state').selectAll().where('account_id', '=', open().accountId).executeTakeFirstOrThrow();
  const readRows = async () => {
    const { db, accountId } = open();
    const tables: Record<string, Record<string, unknown>[]> = {};
    for (const [name, { key, omitted }] of listReplayedTables()) {
      const { rows } = await sql<{ row: Record<string, unknown> }>`
        select to_jsonb(stored) as row from ${sql.table(name)} as stored where account_id = ${accountId}
        order by ${sql.join(key.map((column) => sql.ref(column)))}`.execute(db);
      tables[name] = rows.map(({ row }) => pick(row, ([column]) => !omitted.includes(column)));
    }
    return tables;
  };
  /** Forgets everything about the account except that it exists. */
  const restart = async () => {
    const { db, accountId, proxy } = open();
    proxy.strike();
    for (const name of [...empty, 'sync_state'])
      await sql`delete from ${sql.table(name)} where account_id = ${accountId}`.execute(db);
    await db.insertInto('sync_state').values({ account_id: accountId }).execute();
  };
  const beDue = () =>
    open()
      .db.updateTable('sync_state')
      .set({ sync_requested: true, part_synced_at: '{}' })
      .where('account_id', '=', open().accountId)
      .execute();
  let complete: Awaited<ReturnType<typeof readRows>> = {};

  it('stores an account in a first sync that ends', async () => {
    await restart();

    await sync();

    const state = await readState();
    expect(state).toMatchObject({ problem: null, running: false, failures: 0 });
    expect(state.initialized_at).not.toBeNull();
    complete = await readRows();
    expect(complete['media']?.length).toBeGreaterThan(5);
    expect(complete['account_day']?.length).toBeGreaterThan(0);
    expect(await countUnevenMedia(open().db)).toBe(0);
  });

  it('stores the same from its answers alone', async () => {
    const { db, accountId, connector, clock } = open();
    const deps = { clock, answerDays: 90, replayer: connector };

    const replayed = await db
      .transaction()
      .execute((transaction) => replayAccount(transaction, deps, accountId, { days: null }));

    expect(replayed).toMatchObject({ isComplete: true, unreplayed: [], changes: [] });
  });

  it('changes no value when it syncs again at once, within its budget', async () => {
    const { proxy, budget } = open();
    proxy.strike();
    await beDue();

    await sync();

    // An unknown value may be known now.
    const known = Object.entries(complete).map(([name, rows]) => [name, rows.map((row) => pick(row, isKnown))]);
    expect(await readRows()).toMatchObject(Object.fromEntries(known));
    expect(proxy.count()).toBeLessThanOrEqual(budget);
  });

  it('stores the same if some requests fail', async () => {
    await restart();
    const unavailable = { status: 503, headers: {}, body: '{}' };
    open().proxy.strike(({ number }, forward) => (number === 1 || number % 30 === 0 ? unavailable : forward()));

    await sync();

    expect((await readState()).problem).toBeNull();
    expect(await readRows()).toEqual(complete);
  });

  it.each([1, 2, 3, 4])('goes on where it was interrupted, in request %i', async (place) => {
    await restart();
    const interrupted = new AbortController();
    open().proxy.strike(({ number }, forward) => {
      if (number === place) interrupted.abort();
      return forward();
    });
    await run(interrupted.signal);
    open().proxy.strike();

    await sync();

    expect((await readState()).initialized_at).not.toBeNull();
    expect(await readRows()).toEqual(complete);
  });

  it('reads answers with fields that it does not know', async () => {
    await restart();
    open().proxy.strike(async (_exchange, forward) => addUnknownFields(await forward()));

    await sync();

    expect((await readState()).problem).toBeNull();
    expect(await readRows()).toEqual(complete);
  });

  it('keeps everything when the network answers with no JSON, and tries again later', async () => {
    await restart();
    await sync();
    await beDue();
    const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sorry</html>' };
    open().proxy.strike(() => page);

    await sync();

    const { problem, next_sync_at: next } = await readState();
    expect(problem).not.toBeNull();
    expect(next?.getTime()).toBeGreaterThan(open().clock().getTime());
    expect(await readRows()).toEqual(complete);
  });

  it('waits as long as a limit says, without a request', async () => {
    const { proxy, limit, clock } = open();
    await restart();
    proxy.strike(() => limit(limitSeconds));
    await sync();

    const { problem, next_sync_at: next } = await readState();
    expect(problem?.code).toBe('rate_limited');
    expect(next?.getTime()).toBeGreaterThanOrEqual(clock().getTime() + limitSeconds * 1000);
    proxy.strike();
    await sync();
    expect(proxy.count()).toBe(0);
  });
}
