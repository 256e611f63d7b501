import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { readZip } from '../../../test/read-zip.ts';
import { zip, type ZipEntry } from './zip.ts';

const modifiedAt = new Date('2026-11-21T08:30:10Z');

async function made(entries: ZipEntry[]): Promise<Buffer> {
  async function* inOrder() {
    yield* entries;
  }
  const parts: Buffer[] = [];
  for await (const part of zip(inOrder(), modifiedAt)) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

it('restores text, binary, empty and chunked files, and non-ASCII names', async () => {
  const noise = randomBytes(300_000);
  async function* pieces() {
    for (let at = 0; at < noise.length; at += 7_000) yield noise.subarray(at, at + 7_000);
  }

  const files = readZip(
    await made([
      { name: 'a.txt', content: ['one ', 'two'] },
      { name: 'empty.csv', content: [] },
      { name: 'földer/noise.bin', content: pieces() },
    ]),
  );

  expect([...files.keys()]).toEqual(['a.txt', 'empty.csv', 'földer/noise.bin']);
  expect(files.get('a.txt')?.toString()).toBe('one two');
  expect(files.get('empty.csv')).toHaveLength(0);
  expect(files.get('földer/noise.bin')?.equals(noise)).toBe(true);
});

it('fails with its source instead of ending like a complete archive', async () => {
  async function* broken() {
    yield 'a';
    throw new Error('The database went away');
  }

  await expect(made([{ name: 'a', content: broken() }])).rejects.toThrow('The database went away');
});

it('closes its source when the reader leaves', async () => {
  const ended = Promise.withResolvers<string>();
  async function* endless() {
    try {
      for (;;) yield randomBytes(60_000);
    } finally {
      ended.resolve('content');
    }
  }
  async function* entries() {
    yield { name: 'endless', content: endless() };
  }

  const archive = zip(entries(), modifiedAt);
  await once(archive, 'readable');
  archive.destroy();

  expect(await ended.promise).toBe('content');
});
