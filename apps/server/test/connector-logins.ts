import { expect, it, onTestFailed } from 'vitest';
import { listReplayedTables } from '../src/features/sync/replay/replayed-tables.ts';
import { wakeReconnected } from '../src/features/sync/schedule/queries.ts';
import {
  endsOfLogin,
  toKnown,
  type ConnectorWorld,
  type EndAction,
  type Operations,
  type StoredRows,
} from './connector-world.ts';

/** Requests of a first sync in which a login ends: others have stored rows before, and more is to come. */
const places = [4, 6];
/** Requests that find out that the access has ended, besides those under way. */
const few = 10;
const hourMillis = 3_600_000;

/** Declares that nothing is lost when a login ends, and that its owner can go on. */
export function itSurvivesEndsOfLogins(
  open: () => ConnectorWorld,
  { sync, readState, readRows, restart, beDue, replay }: Operations,
  readComplete: () => StoredRows,
): void {
  const cases = endsOfLogin.flatMap((end) => places.map((place) => [end, place] as const));

  /** Syncs, and does something before the network answers a request. Returns what was stored by then, and its result. */
  async function syncUntil<Result>(place: number, act: () => Promise<Result>) {
    const { proxy } = open();
    let stopped: { stored: StoredRows; result: Result } | undefined;
    proxy.strike(async ({ number }, forward) => {
      if (number === place) stopped = { stored: await readRows(), result: await act() };
      return forward();
    });
    await sync();
    if (!stopped) throw new Error(`The sync has only ${proxy.count()} requests`);
    return { ...stopped, requests: proxy.count() - place };
  }

  /** Syncs until the login ends, and expects that its user is told so, after few requests. */
  async function syncUntilEnd(place: number, { code, message, end }: EndAction) {
    const { stored, result: restore, requests } = await syncUntil(place, end);
    onTestFailed(restore);
    expect(requests).toBeLessThanOrEqual(few);
    const { problem, next_sync_at: next } = await readState();
    expect(problem).toMatchObject({ code, message: expect.stringMatching(message) });
    if (code === 'reconnect_required') expect(next).toBeNull();
    else expect(next?.getTime()).toBeGreaterThanOrEqual(open().clock().getTime() + hourMillis);
    expectKept(await readRows(), stored);
    return restore;
  }

  /** Expects that a sync stores nothing while the login has ended, and asks nothing without a login. */
  async function expectNoChange({ code, message }: EndAction) {
    const rows = await readRows();
    open().proxy.strike();
    await sync();
    expect(open().proxy.count()).toBeLessThanOrEqual(code === 'reconnect_required' ? 0 : few);
    expect((await readState()).problem).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(await readRows()).toEqual(rows);
  }

  /** Restores the access as its owner does, which makes an account due that waited for it. */
  async function goOn({ code }: EndAction, restore: () => Promise<void>) {
    const { db, proxy, clock } = open();
    await restore();
    if (code === 'reconnect_required') {
      await wakeReconnected(db, clock());
      expect((await readState()).next_sync_at).toEqual(clock());
    }
    proxy.strike();
    await sync();
    expect((await readState()).problem).toBeNull();
  }

  it.for(cases)('loses nothing if its login is %s in request %i, and goes on', async ([name, place], { skip }) => {
    const action = open().endLogin[name];
    if (typeof action === 'string') return skip(action);
    await restart();

    const restore = await syncUntilEnd(place, action);
    await expectNoChange(action);
    await goOn(action, restore);

    expect((await readState()).initialized_at).not.toBeNull();
    expect(await readRows()).toEqual(readComplete());
    expect(await replay()).toMatchObject({ isComplete: true, unreplayed: [], changes: [] });
  });

  it.for(endsOfLogin)('keeps everything if its login is %s in a later sync', async (name, { skip }) => {
    const action = open().endLogin[name];
    if (typeof action === 'string') return skip(action);
    await restart();
    await sync();
    await beDue();

    const restore = await syncUntilEnd(1, action);
    expect(await readRows()).toEqual(readComplete());
    await goOn(action, restore);

    expect(await readRows()).toMatchObject(toKnown(readComplete()));
  });

  it.for(places)('follows an account that moves in request %i', async (place, { skip }) => {
    const { db, accountId, proxy, move, budget } = open();
    if (typeof move === 'string') return skip(move);
    await restart();

    const { result: moved } = await syncUntil(place, move);
    onTestFailed(moved.moveBack);

    expect((await readState()).problem).toBeNull();
    expect(await readRows()).toEqual(readComplete());
    proxy.strike();
    await beDue();
    await sync();
    expect(proxy.count()).toBeLessThanOrEqual(budget);
    expect((await readState()).problem).toBeNull();
    const account = db.selectFrom('account').select('username').where('account_id', '=', accountId);
    expect(await account.executeTakeFirst()).toEqual({ username: moved.username });
    expect(await readRows()).toEqual(readComplete());
    await moved.moveBack();
  });
}

/** Expects that all rows are still there, whatever the step under way has added to them, and that no post seems deleted. */
function expectKept(rows: StoredRows, stored: StoredRows): void {
  for (const [name, { key }] of listReplayedTables()) {
    const toKeys = ({ [name]: all = [] }: StoredRows) => all.map((row) => key.map((column) => row[column]));
    expect(toKeys(rows)).toEqual(expect.arrayContaining(toKeys(stored)));
  }
  for (const media of rows['media'] ?? []) expect(media).toMatchObject({ missing_since: null, gone_at: null });
}
