import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { addDays, comparePeers, getMetricCard, listMediaOfRange } from '@tidemark/contract';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { toUrl } from '../../test/read-rows.ts';
import { startTestApp, type TestApp } from '../../test/start-test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import type { TestClient } from '../../test/test-client.ts';
import { startSynced, type WorldAccount } from '../../test/world.ts';
import { exportToFile } from './export.ts';

const email = 'theo@sandbox.test';
const lastDay = addDays(new Date().toISOString().slice(0, 10), -10);
const startOfDay = (daysBefore: number) => `${addDays(lastDay, -daysBefore)}T00:00:00.000Z`;
const endOfDay = (daysBefore: number) => `${addDays(lastDay, -daysBefore)}T23:59:59.999Z`;
let app: TestApp;
let client: TestClient;
let account: WorldAccount;
let run: (...args: string[]) => Promise<void>;
let drop: () => Promise<unknown>;

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  app = await startTestApp({ address: database.address });
  ({ client, account } = await startSynced(app, email, { plan: 'starter' }));
  const environment = {
    ...app.sandbox.environment,
    SANDBOX: 'off',
    DATABASE_URL: toUrl(database.address),
    DATA_DIR: app.dataDir,
    ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  };
  run = (...args) => exportToFile(environment, args);
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  await app.close();
  await drop();
});

it('writes spreadsheet files with a separator, or a workbook in a time zone', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const [csv, plain] = ['semicolon.csv', 'plain.csv'].map((name) => path.join(app.dataDir, name));
  const choice = [email, '--section', 'posts', '--format', 'csv', '--time-zone', 'Asia/Tokyo', '--output'];

  await run(...choice, String(csv), '--separator', 'semicolon');
  await run(...choice, String(plain));

  expect(await readFile(String(csv), 'utf8')).toMatch(/^\uFEFFpublished_at \(Asia\/Tokyo\);account;/);
  expect(await readFile(String(plain), 'utf8')).toMatch(/^\uFEFFpublished_at,account,/);
  await expect(run(...choice, String(csv), '--separator', 'pipe')).rejects.toThrow(/separator comma\|semicolon\|tab/);
});

it("writes the screens' values to a new file while Tidemark runs", async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  const output = path.join(app.dataDir, 'figures.json');

  await run(email, '--from', addDays(lastDay, -6), '--to', lastDay, '--format', 'json', '--output', output);

  const { accounts, sections } = JSON.parse(await readFile(output, 'utf8'));
  const card = await client.call(getMetricCard, {
    params: { metric: 'views' },
    body: {
      cStart: startOfDay(6),
      cEnd: endOfDay(0),
      pStart: startOfDay(13),
      pEnd: endOfDay(7),
      accountIds: [account.id],
    },
  });
  expect(accounts).toEqual([{ accountId: account.id, username: account.username }]);
  expect(sections.metrics).toContainEqual(
    expect.objectContaining({ metric: 'views', value: card.current, previous: card.previous }),
  );
  expect(said).toHaveBeenCalledWith(`Written to ${output}`);
  await expect(run(email, '--output', output)).rejects.toThrow(`${output} exists already.`);
});

it("writes every screen's sections under their programmatic names", async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const output = path.join(app.dataDir, 'pages.json');
  const { peers, own } = await client.call(comparePeers, { body: { accountId: account.id } });
  const [post] = await client.call(listMediaOfRange, {
    body: { isoStart: startOfDay(60), isoEnd: endOfDay(0), accountIds: [account.id] },
  });
  const names = ['media', 'media-totals', 'best-time-suggestions', 'post-ranking', 'labels', 'label-tests', 'peers'];
  const chosen = names.flatMap((name) => ['--section', name]);

  await run(email, ...chosen, '--post', post?.mediaId ?? '', '--format', 'json', '--output', output);

  const { sections } = JSON.parse(await readFile(output, 'utf8'));
  expect(Object.keys(sections)).toEqual(names);
  expect(peers).toEqual([]);
  expect(sections.peers).toContainEqual(expect.objectContaining({ figure: 'followers', value: own.followers }));
  expect(sections['media-totals']).toHaveLength(4);
});

it.each([
  [['nobody@sandbox.test'], 'No user with the email nobody@sandbox.test has signed in yet.'],
  [[email, '--account', 'studio.halden'], 'This user has not linked studio.halden.'],
  [[email, '--from', 'yesterday'], 'Days are written as 2026-03-31.'],
  [[email, '--from', '2026-11-07', '--to', '2026-11-01'], 'must not be after'],
  [[email, '--section', 'post-ranking'], 'is required for these sections'],
  [[email, '--section', 'post-ranking', '--post', '1'], 'Media not found.'],
  [[email, '--format', 'pdf'], 'Usage: tidemark export EMAIL'],
  [[], 'Usage: tidemark export EMAIL'],
])('rejects %j with a sentence', async (args, sentence) => {
  await expect(run(...args)).rejects.toThrow(sentence);
});
