import { deleteView, listSavedViews, maxSavedViews, type NewView, saveView } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';

let app: TestApp;
let client: TestClient;
const clients: NewView = { name: 'Clients', path: null, search: 'accounts=17841400000001,17841400000002' };

beforeAll(async () => {
  app = await startTestApp();
  client = await app.as('maya@sandbox.test');
});
afterAll(() => app.close());

const list = async (who = client) => (await who.call(listSavedViews, {})).views;

it('keeps groups and views by name, for their owner only', async () => {
  const group = await client.call(saveView, { body: clients });
  const page = await client.call(saveView, {
    body: { name: 'anna, weekly', path: '/compare', search: 'accounts=17841400000001&by=reach&range=last-7' },
  });

  expect(await list()).toEqual([page, group]);
  expect(await list(await app.as('theo@sandbox.test'))).toEqual([]);
});

it('replaces one of the same name, in whatever case', async () => {
  const before = await list();
  const changed = await client.call(saveView, {
    body: { ...clients, name: 'CLIENTS', search: 'accounts=17841400000003' },
  });

  expect(changed.id).toBe(before.find(({ name }) => name === 'Clients')?.id);
  expect(await list()).toHaveLength(before.length);
});

it.each<[string, Partial<NewView>, string]>([
  ['a name of spaces', { name: '   ' }, 'body.name'],
  ['a long name', { name: 'n'.repeat(61) }, 'body.name'],
  ['an address elsewhere', { path: 'https://example.com/' }, 'body.path'],
  ['an address of another host', { path: '//example.com' }, 'body.path'],
  ['a script', { search: 'accounts=<script>' }, 'body.search'],
])('rejects %s, naming the field', async (_, field, named) => {
  await expect(client.call(saveView, { body: { ...clients, ...field } })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(named),
  });
});

it('deletes one, and never that of another user', async () => {
  const [first] = await list();
  const params = { id: first?.id ?? '' };
  const stranger = await app.as('theo@sandbox.test');

  await expect(stranger.call(deleteView, { params })).rejects.toMatchObject({ code: 'view_not_found' });
  await client.call(deleteView, { params });

  expect((await list()).map(({ id }) => id)).not.toContain(params.id);
  await expect(client.call(deleteView, { params })).rejects.toMatchObject({ code: 'view_not_found' });
});

it('ends at fifty', async () => {
  const owner = await app.as('ines@sandbox.test');
  for (let count = 0; count < maxSavedViews; count += 1)
    await owner.call(saveView, { body: { ...clients, name: `Group ${count}` } });

  await expect(owner.call(saveView, { body: { ...clients, name: 'One more' } })).rejects.toMatchObject({
    code: 'view_limit_reached',
  });
  await owner.call(saveView, { body: { ...clients, name: 'group 7' } });
});
