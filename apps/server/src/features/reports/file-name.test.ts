import { toReportTitle } from '@tidemark/presentation';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toReportFileName } from './file-name.ts';

const period = { from: '2026-11-01', to: '2026-11-07' };

it('builds the file name from the title and the days', () => {
  expect(toReportFileName({ title: 'Wöchentlicher Bericht!', period })).toBe(
    'tidemark-Wochentlicher-Bericht-2026-11-01-2026-11-07.pdf',
  );
  expect(toReportFileName({ title: '週報', period })).toBe('tidemark-report-2026-11-01-2026-11-07.pdf');
});

it('names the days only once', () => {
  const title = toReportTitle(['Maya Bakes'], period);

  expect(toReportFileName({ title, period })).toBe('tidemark-Maya-Bakes-2026-11-01-2026-11-07.pdf');
  expect(toReportFileName({ title: toReportTitle([], period), period })).toBe(
    'tidemark-report-2026-11-01-2026-11-07.pdf',
  );
});

it('is safe in headers and on disks for any title', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 120 }), (title) => {
      expect(toReportFileName({ title, period })).toMatch(/^tidemark-[A-Za-z0-9-]{1,60}-2026-11-01-2026-11-07\.pdf$/);
    }),
  );
});
