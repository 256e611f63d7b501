import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { serializeInSlices } from './serialize-in-slices.ts';

const Row = z.object({ id: z.string(), views: z.number().int().nullable(), note: z.string().optional() });
const schema = z.object({
  rows: z.array(Row),
  total: z.number(),
  names: z.record(z.string(), z.number()),
  few: z.array(Row).max(1).optional(),
});
const pauseNever = async () => undefined;
const row = fc.record(
  { id: fc.string(), views: fc.option(fc.integer()), note: fc.string() },
  { requiredKeys: ['id', 'views'] },
);

it("writes the same output as the server's serializer", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record(
        {
          rows: fc.array(row),
          total: fc.integer(),
          names: fc.dictionary(fc.string(), fc.integer()),
          few: fc.array(row, { maxLength: 1 }),
        },
        { requiredKeys: ['rows', 'total', 'names'] },
      ),
      async (answer) => {
        const text = await serializeInSlices(schema, answer, pauseNever);
        expect(text).toBe(JSON.stringify(z.encode(schema, answer)));
      },
    ),
  );
});

it('omits fields that the schema does not name', async () => {
  const answer = { rows: [{ id: '1', views: 2, secret: 'x' }], total: 1, names: {}, token: 'y' };

  expect(await serializeInSlices(schema, answer, pauseNever)).toBe(
    '{"rows":[{"id":"1","views":2}],"total":1,"names":{}}',
  );
});

it.each([
  ['a row', { rows: [{ id: 1, views: 2 }], total: 1, names: {} }],
  ['a field', { rows: [], total: '1', names: {} }],
  ['the length of a list', { rows: [], total: 1, names: {}, few: [1, 2].map((id) => ({ id: `${id}`, views: 1 })) }],
  ['all of it', null],
])('throws if %s does not match', async (_, answer) => {
  await expect(serializeInSlices(schema, answer, pauseNever)).rejects.toThrow();
});

it('yields to other work after each element', async () => {
  let pauses = 0;
  const rows = Array.from({ length: 7 }, (_, id) => ({ id: `${id}`, views: id }));

  await serializeInSlices(schema, { rows, total: 7, names: {} }, async () => {
    pauses += 1;
  });

  expect(pauses).toBe(7);
});
