import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { readEnvText, updateEnvText, writeEnvText } from './env-file.ts';

it('replaces known lines and keeps all other lines', () => {
  const text = '# my notes\nPORT=4000\n\nOTHER_PROGRAM=1 # kept\nexport APP_URL=http://old\nPORT=5000\n';

  const updated = updateEnvText(
    text,
    new Map([
      ['PORT', '3000'],
      ['APP_URL', 'https://new.example'],
      ['NODE_ENV', 'production'],
    ]),
  );

  expect(updated).toBe(
    '# my notes\nPORT=3000\n\nOTHER_PROGRAM=1 # kept\nAPP_URL=https://new.example\nNODE_ENV=production\n',
  );
});

it.each([
  'plain',
  'with space',
  'a#b',
  '$HOME',
  "it's",
  'say "x"',
  'C:\\path',
  'k=v&x',
  '',
  'p@ss:w/ö',
  'both \' and "',
])('writes values that are read back unchanged: %s', (value) => {
  expect(parseEnv(updateEnvText('', new Map([['NAME', value]])))).toEqual({ NAME: value });
});

it('writes a file that only its owner can read, replacing a more readable file', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-env-'));
  const file = path.join(folder, '.env');
  const before = await readEnvText(file);
  await writeFile(file, 'A=1\n', { mode: 0o644 });

  await writeEnvText(file, 'A=2\n');

  expect(before).toBe('');
  expect(await readFile(file, 'utf8')).toBe('A=2\n');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await rm(folder, { recursive: true });
});
