import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { readZip } from '../../../test/read-zip.ts';
import { readOnce, type Table, type Value } from './table.ts';
import { xlsxParts } from './xlsx.ts';
import { zip } from './zip.ts';

function toTable(values: readonly Value[], kind?: 'day' | 'instant'): Table {
  return {
    name: 'values',
    title: 'Values',
    columns: [{ name: 'value', ...(kind && { kind }) }, { name: 'end' }],
    rows: readOnce(async function* () {
      for (const value of values) yield { value, end: 'x' };
    }),
  };
}

const write = (...tables: Table[]) => buffer(zip(xlsxParts(tables), new Date('2026-11-01T00:00:00Z')));

async function readBack(values: readonly Value[], kind?: 'day' | 'instant') {
  const { sheets } = await readXlsx(new Uint8Array(await write(toTable(values, kind))));
  return sheets[0]?.rows.slice(1).map(([value]) => value);
}

it('keeps numbers and booleans typed, and unknown values as empty cells', async () => {
  expect(await readBack([-5, 0, 1.25, true, false, null])).toEqual([-5, 0, 1.25, true, false, null]);
});

it.each(['<b>&"\'', 'two\nlines', ' padded ', 'déjà 🎉', '_x0041_', 'a\rb', '=1+1', '@me', '-', '𝕏'.repeat(40)])(
  'keeps the text %j unchanged in a workbook',
  async (text) => {
    expect(await readBack([text])).toEqual([text]);
  },
);

it('omits characters that XML cannot contain', async () => {
  expect(await readBack(['a\u0000b\u001b\ufffe', '\ud800!'])).toEqual(['ab', '\ufffd!']);
});

it('marks formula-like text as text, so that editing its cell does not calculate it', async () => {
  const parts = readZip(await write(toTable(['=1+1', 'plain'])));

  const sheet = String(parts.get('xl/worksheets/sheet1.xml'));
  expect(sheet).toContain('<c r="A2" t="inlineStr" s="2">');
  expect(sheet).toContain('<c r="A3" t="inlineStr"><is>');
  expect(String(parts.get('xl/styles.xml')).match(/<xf [^>]*>/g)?.[3]).toContain('quotePrefix="1"');
});

it('writes days and instants as dates', async () => {
  expect(await readBack(['2026-02-28'], 'day')).toEqual([new Date('2026-02-28T00:00:00Z')]);
  expect(await readBack(['2026-02-28T13:45:30.000Z'], 'instant')).toEqual([new Date('2026-02-28T13:45:30Z')]);
});

it('has a sheet for every table, even without rows', async () => {
  const wide = { ...toTable([]), title: 'Wide', columns: Array.from({ length: 30 }, (_, at) => ({ name: `c${at}` })) };

  const { sheets } = await readXlsx(new Uint8Array(await write(toTable([1]), wide)));

  expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['Values', 2],
    ['Wide', 1],
  ]);
  expect(sheets[1]?.rows[0]?.at(-1)).toBe('c29');
});
