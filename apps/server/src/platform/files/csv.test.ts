import { expect, it } from 'vitest';
import { toCell, toCsv } from './csv.ts';

it.each([
  ['=1+1', "'=1+1"],
  ['+49', "'+49"],
  ['-5', "'-5"],
  ['@someone', "'@someone"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['＝1', "'＝1"],
  [' =1+1', "' =1+1"],
  ['\u00a0\u3000@x', "'\u00a0\u3000@x"],
  ['a; +1', "a;' +1"],
  ['a\n -1', '"a\n\' -1"'],
  ['say "hi", you', '"say ""hi"", you"'],
  ['two\nlines', '"two\nlines"'],
  ['a;=1+1', "a;'=1+1"],
  ['a\t=1+1', "a\t'=1+1"],
  ['a\n@b;＝1', '"a\n\'@b;\'＝1"'],
  ['a; b - c', 'a; b - c'],
  ['plain', 'plain'],
])('prevents the text %j from becoming a formula or two cells', (text, cell) => {
  expect(toCell(text)).toBe(cell);
});

it('exports numbers as numbers and unknown values as empty cells', () => {
  expect([toCell(-5), toCell(0), toCell(true), toCell(null), toCell(undefined)]).toEqual(['-5', '0', 'true', '', '']);
});

it('keeps long IDs as text in spreadsheet files, and formats numbers for spreadsheets', () => {
  expect(toCell('17841400000000000')).toBe('17841400000000000');
  expect(toCell('17841400000000000', 'comma')).toBe('"=""17841400000000000"""');
  expect(toCell('2026', 'comma')).toBe('2026');
  expect([toCell(4.5, 'semicolon'), toCell(4.5, 'tab'), toCell(4.5)]).toEqual(['4,5', '4.5', '4.5']);
  expect([toCell('a;b', 'comma'), toCell('a;b')]).toEqual(['"a;b"', 'a;b']);
});

it('writes one CSV header row, and no output without rows', async () => {
  async function* rows(count: number) {
    for (let n = 1; n <= count; n += 1) yield { a: n, b: 'x' };
  }

  expect(await toText(rows(2))).toBe('a,b\r\n1,x\r\n2,x\r\n');
  expect(await toText(rows(0))).toBe('');
});

async function toText(rows: AsyncIterable<object>): Promise<string> {
  let text = '';
  for await (const line of toCsv(rows)) text += line;
  return text;
}
