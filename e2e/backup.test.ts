import { copyFile, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  newPlaces,
  removePlaces,
  runToEnd,
  startTidemark,
  type Places,
  type Tidemark,
} from '../apps/server/test/program/tidemark-process.ts';

let here: Places;
let there: Places;
let tidemark: Tidemark;

beforeAll(async () => {
  [here, there] = [await newPlaces(), await newPlaces()];
  tidemark = await startTidemark(here);
});
afterAll(async () => {
  await tidemark.stop();
  await Promise.all([removePlaces(here), removePlaces(there)]);
});

it('moves to another machine with a backup file and the secrets, without data loss', async () => {
  const folder = path.join(here.dataDir, 'backups');
  await mkdir(folder);

  const made = await runToEnd(here, {}, ['backup', folder]);
  const [name = ''] = await readdir(folder);
  const file = path.join(folder, name);
  const tried = await runToEnd(here, {}, ['restore', '--verify', file]);
  const tooSoon = await runToEnd(here, {}, ['restore', file, '--replace']);
  await tidemark.stop();
  await copyFile(path.join(here.dataDir, 'secrets.json'), path.join(there.dataDir, 'secrets.json'));
  const restored = await runToEnd(there, {}, ['restore', file]);
  const twice = await runToEnd(there, {}, ['restore', file]);
  tidemark = await startTidemark(there);
  const verified = await runToEnd(there, {}, ['verify', '--days', '3']);

  expect([made.code, tried.code, restored.code]).toEqual([0, 0, 0]);
  expect(made.output).toContain('MB, verified');
  expect(tried.output).toContain('The backup can be restored.');
  expect(tooSoon).toMatchObject({ code: 1, output: expect.stringContaining('is using the data folder') });
  expect(restored.output).toContain('A Meta token decrypts with the key local.');
  expect(twice).toMatchObject({ code: 1, output: expect.stringContaining('The database is not empty') });
  expect(verified.output).toContain('no differences');
  expect(verified.output).not.toMatch(/differ:/);
});

it('changes the encryption key and ends every login while Tidemark runs', async () => {
  const rotated = await runToEnd(tidemark, {}, ['keys', 'rotate']);
  const verified = await runToEnd(tidemark, {}, ['verify', '--days', '1']);
  const revoked = await runToEnd(tidemark, {}, ['tokens', 'revoke', '--all']);

  expect(rotated.code).toBe(0);
  expect(rotated.output).toMatch(/Tokens re-encrypted with the key local-[0-9a-f]+: [1-9]/);
  expect(verified.output).toContain('no differences');
  expect(revoked).toMatchObject({ code: 0, output: expect.stringMatching(/Tokens revoked at Meta: [1-9]/) });
});
