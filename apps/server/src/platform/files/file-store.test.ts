import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFileStore } from './file-store.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-files-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const filesIn = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

it('returns, replaces and removes files', async () => {
  const files = createFileStore(folder);

  await files.put('picture-1.webp', Buffer.from('one'));
  await files.put('picture-1.webp', Buffer.from('two'));

  expect((await files.read('picture-1.webp'))?.toString()).toBe('two');
  expect(await filesIn()).toHaveLength(1);
  await files.remove('picture-1.webp');
  await files.remove('picture-1.webp');
  expect(await files.read('picture-1.webp')).toBeNull();
});

it.each(['../outside.webp', 'a/b.webp', 'A.webp', 'a\0.webp', '.webp', 'plain', 'a..webp', `${'a'.repeat(101)}.webp`])(
  'rejects the name %j',
  async (name) => {
    const files = createFileStore(folder);

    await expect(files.put(name, Buffer.from('x'))).rejects.toThrow(RangeError);
    await expect(files.read(name)).rejects.toThrow(RangeError);
  },
);

it('leaves nothing behind when the disk is full, and reports it', async () => {
  const program = `
    import { createFileStore, StorageFullError } from ${JSON.stringify(path.join(import.meta.dirname, 'file-store.ts'))};
    const files = createFileStore(process.argv[1]);
    await files.put('small.webp', Buffer.alloc(1000));
    await files.put('large.webp', Buffer.alloc(100_000)).catch((error) => console.log(error instanceof StorageFullError));
    console.log(await files.read('large.webp'));
  `;

  // The shell limits files of the process to 16 blocks.
  const { stdout } = spawnSync(
    'sh',
    [
      '-c',
      'ulimit -f 16; exec "$0" --disable-warning=ExperimentalWarning --input-type=module -e "$1" "$2"',
      process.execPath,
      program,
      folder,
    ],
    { encoding: 'utf8' },
  );

  expect(stdout).toBe('true\nnull\n');
  expect((await filesIn()).map(({ name }) => name)).toEqual(['small.webp']);
});
