import { expect, it } from 'vitest';
import { findDueTime, listSurplus, toFileName } from './rules.ts';

const minuteOfDay = 2 * 60 + 30;
const toBackup = (day: number, trial = 'passed') => ({ file: toFileName(new Date(Date.UTC(2026, 0, day))), trial });

it.each([
  ['2026-03-01T02:30:00.000Z', '2026-03-01T02:30:00.000Z'],
  ['2026-03-01T02:29:59.999Z', '2026-02-28T02:30:00.000Z'],
  ['2026-03-01T23:59:00.000Z', '2026-03-01T02:30:00.000Z'],
])('at %s the last due time was %s', (now, due) => {
  expect(findDueTime(minuteOfDay, new Date(now)).toISOString()).toBe(due);
});

it('keeps the newest that could be restored, however old it is', () => {
  const backups = [toBackup(5, 'failed'), toBackup(4, 'untried'), toBackup(3), toBackup(2)];

  expect(listSurplus(backups, 1)).toEqual([backups[1], backups[3]]);
});

it('keeps files with a name that Tidemark does not give', () => {
  expect(listSurplus([toBackup(5), { file: '../tidemark.tar', trial: 'passed' }, toBackup(3)], 1)).toEqual([
    toBackup(3),
  ]);
});
