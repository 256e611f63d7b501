import {
  createLiveToken,
  listAccounts,
  logOut,
  updateProfile,
  subscribeDocument,
  subscribeDocuments,
  unlinkAccount,
} from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getLiveToken, listenLive, untilStreamsChecked } from '../../../test/live-stream.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { getWorldAccount, connect, untilSynced } from '../../../test/world.ts';

let app: TestApp;
beforeAll(async () => (app = await startTestApp()));
afterAll(() => app.close());

const maya = 'maya@sandbox.test';

it('opens with stream headers and reports immediately that it is connected', async () => {
  const client = await app.as(maya);
  const stream = await listenLive(app, await getLiveToken(client));

  await stream.until(() => stream.events.some(({ type }) => type === 'ping'));

  expect(stream.answer.headers.get('content-type')).toContain('text/event-stream');
  expect(stream.answer.headers.get('cache-control')).toBe('no-store');
  expect(stream.answer.headers.get('x-accel-buffering')).toBe('no');
  expect(stream.answer.headers.get('content-encoding')).toBeNull();
  await stream.close();
});

it('issues long random tokens and none on behalf of another user', async () => {
  const client = await app.as(maya);
  const other = await (await app.as('theo@sandbox.test')).load();

  const tokens = await Promise.all(Array.from({ length: 20 }, () => getLiveToken(client)));

  expect(new Set(tokens).size).toBe(20);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43,}$/);
  await expect(client.call(createLiveToken, { params: { userId: other.user._id } })).rejects.toMatchObject({
    status: 404,
  });
  const stored = await app.db.selectFrom('live_token').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(tokens[0]);
});

it.each(['garbage', 'x'.repeat(500)])('rejects an invalid token', async (token) => {
  const answer = await fetch(`${app.url}/api/v1/sse/user/${token}`);

  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ error: { code: 'live_token_invalid' } });
});

it('reports a first sync: links, tasks, the earliest day and new versions', async () => {
  const client = await app.withPlan(maya, 'pro');
  await connect(app, client, maya);
  const { id } = await getWorldAccount(app, maya, 2);
  const stream = await listenLive(app, await getLiveToken(client));

  await client.link(id);
  await client.call(subscribeDocuments, { body: { documents: [{ docType: 'account', docId: id }] } });
  await untilSynced(client, id);
  await stream.until(() =>
    stream.events.some(
      (event) => event.type === 'account-update' && !event.doc.syncRunning && !event.doc.initialization.active,
    ),
  );

  expect(stream.events).toContainEqual({
    type: 'user-accounts-update',
    accountRefs: [{ accountId: id, type: 'instagram_account' }],
  });
  const updates = stream.events.flatMap((event) => (event.type === 'account-update' ? [event.doc] : []));
  expect(updates.some(({ initialization }) => initialization.tasks.insights?.status === 'in_progress')).toBe(true);
  const versions = updates.map(({ dataVersion }) => dataVersion);
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  expect(JSON.stringify(updates)).not.toMatch(/"(after|next|floor)"/);
  const earliest = stream.events.flatMap((event) => (event.type === 'earliest-date' ? [event.earliestDate] : []));
  expect(earliest.length).toBeGreaterThan(1);
  expect(earliest).toEqual(earliest.toSorted().toReversed());
  const [account] = (await client.call(listAccounts, {})).accounts;
  expect(account?.earliestDate).toBe(earliest.at(-1));
  await stream.close();
});

it('sends nothing about accounts that do not, or no longer, belong to the user', async () => {
  const owner = await app.as(maya);
  const { id } = await getWorldAccount(app, maya, 2);
  const stranger = await app.as('theo@sandbox.test');
  const [ownerStream, strangerStream] = [
    await listenLive(app, await getLiveToken(owner)),
    await listenLive(app, await getLiveToken(stranger)),
  ];

  await expect(stranger.call(subscribeDocument, { body: { docType: 'account', docId: id } })).rejects.toMatchObject({
    status: 404,
    code: 'document_not_found',
  });
  const documents = [id, 'unknown'].map((docId) => ({ docType: 'account' as const, docId }));
  await expect(owner.call(subscribeDocuments, { body: { documents } })).rejects.toMatchObject({
    code: 'document_not_found',
  });
  await owner.call(subscribeDocument, { body: { docType: 'account', docId: id } });
  await owner.call(unlinkAccount, { body: { accountId: id, type: 'instagram_account' } });
  await ownerStream.until(() => ownerStream.events.some(({ type }) => type === 'user-accounts-update'));
  await owner.link(id);
  await ownerStream.until(() => ownerStream.events.filter(({ type }) => type === 'user-accounts-update').length === 2);
  await untilSynced(owner, id);

  expect(strangerStream.events.filter(({ type }) => type !== 'ping')).toEqual([]);
  expect(ownerStream.events.filter(({ type }) => type === 'account-update')).toEqual([]);
  await Promise.all([ownerStream.close(), strangerStream.close()]);
});

it('ends streams and tokens with the session', async () => {
  const client = await app.as(maya);
  const token = await getLiveToken(client);
  const stream = await listenLive(app, token);

  await client.call(logOut, {});
  await stream.until(() => stream.hasEnded());

  expect(stream.events.at(-1)?.type).toBe('sse-expired');
  expect((await fetch(`${app.url}/api/v1/sse/user/${token}`)).status).toBe(401);
});

it('allows ten streams per user and closes the oldest when another opens', async () => {
  const client = await app.as(maya);
  const token = await getLiveToken(client);

  const streams = [];
  for (let count = 0; count < 11; count += 1) streams.push(await listenLive(app, token));
  const [oldest] = streams;
  await oldest?.until(() => oldest.hasEnded());

  expect(streams.filter((stream) => stream.hasEnded())).toHaveLength(1);
  await Promise.all(streams.map((stream) => stream.close()));
});

it('closes the streams of a disabled user within five seconds, even without an event', async () => {
  const client = await app.as('cal@sandbox.test');
  const { user } = await client.load();
  const stream = await listenLive(app, await getLiveToken(client));
  await stream.until(() => stream.events.length > 0);

  await app.db.updateTable('app_user').set({ disabled_at: new Date() }).where('user_id', '=', user._id).execute();
  const began = performance.now();
  await stream.until(() => stream.hasEnded());

  expect(performance.now() - began).toBeLessThan(5_000);
  expect(stream.events.at(-1)?.type).toBe('sse-expired');
});

it('stops sending events about an unlinked account within five seconds, even without an event', async () => {
  const client = await app.withPlan(maya, 'pro');
  await connect(app, client, maya);
  const { id } = await getWorldAccount(app, maya, 1);
  await client.link(id);
  await untilSynced(client, id);
  const stream = await listenLive(app, await getLiveToken(client));
  await client.call(subscribeDocument, { body: { docType: 'account', docId: id } });
  const countEvents = (name: string) => stream.events.filter(({ type }) => type === name).length;
  /** Counts updates of the account sent before another event, which arrives after them. */
  const countUpdates = async (name: string) => {
    const before = countEvents('user-update');
    await client.call(updateProfile, { body: { name } });
    await stream.until(() => countEvents('user-update') > before);
    return countEvents('account-update');
  };

  const began = performance.now();
  await app.db.deleteFrom('account_ref').where('account_id', '=', id).execute();
  await untilStreamsChecked(app, 'fiona@sandbox.test');
  expect(performance.now() - began).toBeLessThan(5_000);
  const before = await countUpdates('Maya');
  const other = await app.withPlan('theo@sandbox.test', 'pro');
  const { user } = await other.load();
  await connect(app, other, maya);
  await app.db
    .insertInto('account_ref')
    .values({ user_id: user._id, account_id: id, type: 'instagram_account' })
    .execute();
  const theirs = await listenLive(app, await getLiveToken(other));
  await other.call(subscribeDocument, { body: { docType: 'account', docId: id } });
  await syncSoon(id);
  await theirs.until(() => theirs.events.some(({ type }) => type === 'account-update'));

  expect(await countUpdates('Maya Lindqvist')).toBe(before);
  await Promise.all([stream.close(), theirs.close()]);
});

const syncSoon = (id: string) =>
  app.db
    .updateTable('sync_state')
    .set({ next_sync_at: new Date(0) })
    .where('account_id', '=', id)
    .execute();

it('follows all accounts that the user has linked, or links later, for a stream that asks for it', async () => {
  const client = await app.withPlan(maya, 'pro');
  await connect(app, client, maya);
  const { id: linked } = await getWorldAccount(app, maya, 2);
  const { id: later } = await getWorldAccount(app, maya, 3);
  const { accounts } = await client.call(listAccounts, {});
  if (!accounts.some(({ _id }) => _id === linked)) await client.link(linked);
  await untilSynced(client, linked);
  const stream = await listenLive(app, await getLiveToken(client), '?accounts=all');
  await stream.until(() => stream.events.some(({ type }) => type === 'ping'));
  const hasUpdate = (id: string) =>
    stream.events.some((event) => event.type === 'account-update' && event.docId === id);

  await syncSoon(linked);
  await stream.until(() => hasUpdate(linked));
  await client.link(later);
  await stream.until(() => hasUpdate(later));
  await untilSynced(client, later);

  await client.call(unlinkAccount, { body: { accountId: later, type: 'instagram_account' } });
  await stream.close();
});

it('rejects a stream that asks for only some accounts', async () => {
  const token = await getLiveToken(await app.as(maya));

  const { answer } = await listenLive(app, token, '?accounts=some');

  expect(answer.status).toBe(400);
});

it('issues at most sixty tokens a minute', async () => {
  const client = await app.as('ines@sandbox.test');
  const { user } = await client.load();
  const issue = () => client.call(createLiveToken, { params: { userId: user._id } });
  for (let count = 0; count < 60; count += 1) await issue();

  await expect(issue()).rejects.toMatchObject({ status: 429 });
});
