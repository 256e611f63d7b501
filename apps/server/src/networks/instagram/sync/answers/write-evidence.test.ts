import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFaultApp, type FaultApp } from '../../../../../test/faults.ts';
import { replayFolder } from '../../../../../test/replay-folder.ts';
import type { WorldAccount } from '../../../../../test/world.ts';
import { writeEvidence } from './write-evidence.ts';

/** Folders that users sent, and one from the sandbox. */
const evidence = path.resolve(import.meta.dirname, '../../../../../test/evidence');

let app: FaultApp;
let account: WorldAccount;
let folder: string;
beforeAll(async () => {
  app = await startFaultApp();
  account = app.fresh(10);
  await app.begin(account);
  await app.pass(2);
  folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'tidemark-evidence-')), 'account');
  await writeEvidence(app.db, account.id, { folder, since: new Date(0) });
});
afterAll(async () => {
  await app.close();
  await rm(path.dirname(folder), { recursive: true, force: true });
});

async function readAll(): Promise<string> {
  const names = await readdir(folder);
  return (await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))).join('');
}

it('replaces IDs, names, captions, links and cities', async () => {
  const text = await readAll();
  const { name, username } = await app.db
    .selectFrom('account')
    .select(['name', 'username'])
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  const media = await app.db
    .selectFrom('media')
    .select(['media_id', 'caption', 'permalink'])
    .where('account_id', '=', account.id)
    .execute();
  const snapshots = await app.db.selectFrom('demographics').select('cells').where('cells', 'is not', null).execute();
  const cities = snapshots.flatMap(({ cells }) => Object.keys(cells?.city ?? {}));

  expect([media.length, cities.length].map((count) => count > 5)).toEqual([true, true]);
  for (const identifying of [
    account.id,
    username,
    name,
    ...cities,
    ...media.flatMap(({ media_id, caption, permalink }) => [media_id, caption, permalink]),
  ])
    if (identifying) expect(text.includes(identifying), identifying).toBe(false);
});

it('replays what it wrote, with as many rows as the account has', async () => {
  const replayed = await replayFolder(app.db, folder);

  const stored = { account_day: 0, media: 0, media_day: 0, media_measurement: 0 };
  for (const table of ['account_day', 'media', 'media_day', 'media_measurement'] as const) {
    const { count } = await app.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    stored[table] = count;
  }
  expect(replayed).toMatchObject({ unreplayed: [], wrong: 0, rows: stored });
});

it.each(readdirSync(evidence))('stores the answers in test/evidence/%s without findings', async (name) => {
  const { unreplayed, wrong } = await replayFolder(app.db, path.join(evidence, name));

  expect({ unreplayed, wrong }).toEqual({ unreplayed: [], wrong: 0 });
});

it('stores every kind of row from a first sync and a night', async () => {
  const { steps, rows } = await replayFolder(app.db, path.join(evidence, 'sandbox'));

  expect(steps).toBe(9);
  expect(rows).toEqual({
    account_day: 5,
    account_window: 8,
    demographics: 2,
    media: 14,
    media_day: 16,
    media_measurement: 13,
    online_followers: 4,
  });
});

it('names a call without an answer', async () => {
  const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('-account_details.json'));
  const step = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as { answers: unknown[] };
  const cut = path.join(path.dirname(folder), 'cut');
  await mkdir(cut);
  await writeFile(path.join(cut, name), JSON.stringify({ ...step, answers: [] }));

  const { unreplayed } = await replayFolder(app.db, cut);

  expect(unreplayed).toMatchObject([
    { task: 'account_details', reason: expect.stringContaining('is not in the answers') },
  ]);
});
