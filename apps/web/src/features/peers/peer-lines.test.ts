import { type ChartedAccount, toPeerLines } from '@tidemark/presentation';
import { expect, it } from 'vitest';
import { figures } from './peers.fixtures.ts';

const account = (id: string, history: [string, number][]): ChartedAccount => ({
  id,
  name: id,
  picture: null,
  color: 'red',
  dashed: false,
  figures: { ...figures, history: history.map(([day, followers]) => ({ day, followers })) },
});
const own = account('own', [
  ['2026-11-18', 100],
  ['2026-11-19', 150],
  ['2026-11-20', 200],
  ['2026-11-21', 300],
]);
const peer = account('peer', [
  ['2026-11-19', 1_000],
  ['2026-11-21', 1_100],
]);
const values = (scale: 'indexed' | 'linear') =>
  toPeerLines([own, peer], scale).map(({ series }) => series.map(({ value }) => value));

it('draws lines over the same days, with a gap for each day without a measurement', () => {
  expect(values('linear')).toEqual([
    [100, 150, 200, 300],
    [null, 1_000, null, 1_100],
  ]);
});

it('starts indexed lines at 100 on the first day that all accounts have', () => {
  expect(values('indexed')).toEqual([
    [100, expect.closeTo(133.33, 1), 200],
    [100, null, expect.closeTo(110, 5)],
  ]);
});

it('draws no line without a measurement', () => {
  expect(toPeerLines([account('new', [])], 'indexed')).toEqual([]);
});
