import { expect, it } from 'vitest';
import { countUnevenMedia } from '../src/features/sync/store/check-media.ts';
import { itFilesDays } from './connector-days.ts';
import { itSurvivesEndsOfLogins } from './connector-logins.ts';
import { itReadsChangingLists } from './connector-pages.ts';
import { itFollowsRevisions } from './connector-revisions.ts';
import { operate, toKnown, type ConnectorWorld, type StoredRows } from './connector-world.ts';
import { addUnknownFields } from './fault-proxy.ts';

const limitSeconds = 900;

/** Declares what every connector must do, whatever its network is. */
export function itSyncsLikeAnyNetwork(open: () => ConnectorWorld): void {
  const operations = operate(open);
  const { run, sync, readState, readRows, restart, beDue, replay } = operations;
  let complete: StoredRows = {};

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
    const replayed = await replay();

    expect(replayed).toMatchObject({ isComplete: true, unreplayed: [], changes: [] });
  });

  it('changes no value when it syncs again at once, within its budget', async () => {
    const { proxy, budget } = open();
    proxy.strike();
    await beDue();

    await sync();

    expect(await readRows()).toMatchObject(toKnown(complete));
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

  itReadsChangingLists(open, operations, () => complete);
  itSurvivesEndsOfLogins(open, operations, () => complete);
  itFilesDays(open, operations);
  itFollowsRevisions(open, operations);

  // The last case, because the process goes on waiting.
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
