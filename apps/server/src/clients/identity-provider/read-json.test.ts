import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readJson } from './read-json.ts';

it('parses a body that arrives in parts', async () => {
  expect(await readJson(Readable.from([Buffer.from('{"sub":'), Buffer.from('"maya"}')]), 100)).toEqual({ sub: 'maya' });
});

it('stops at the limit, however long the body is', async () => {
  let parts = 0;
  async function* endless() {
    for (;;) {
      parts += 1;
      yield Buffer.alloc(1_000, ' ');
    }
  }

  await expect(readJson(endless(), 10_000)).rejects.toThrow('larger than 10000 bytes');
  expect(parts).toBe(11);
});
