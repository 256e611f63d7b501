import { toReportTitle } from '@tidemark/presentation';
import { describe, expect, it } from 'vitest';
import { moveSection, newDraft, type RangeName, rangeNames, toMissing, toRange, toRangeName } from './report-draft.ts';
import { applyTemplate } from './report-templates.ts';

const draft = newDraft(['1'], 'UTC');

it('moves sections within the list', () => {
  const kinds = (index: number, by: -1 | 1) => moveSection(draft.sections, index, by).map(({ kind }) => kind);

  expect(kinds(1, -1).slice(0, 2)).toEqual(['posts', 'summary']);
  expect(kinds(0, -1)).toEqual(draft.sections.map(({ kind }) => kind));
  expect(kinds(5, 1)).toEqual(draft.sections.map(({ kind }) => kind));
});

it('names missing fields', () => {
  expect(toMissing(draft)).toBeNull();
  expect(toMissing({ ...draft, accountIds: [] })).toMatch(/account/);
  expect(toMissing({ ...draft, sections: [] })).toMatch(/section/);
  expect(toMissing({ ...draft, range: { kind: 'fixed', from: '2026-02-02', to: '2026-02-01' } })).toMatch(/after/);
});

it('names every range it builds', () => {
  for (const name of Object.keys(rangeNames) as RangeName[])
    // its keys are names
    expect(toRangeName({ range: toRange(name, '2026-11-23') })).toBe(name);
});

it.each([
  [['Voss'], { from: '2026-11-01', to: '2026-11-30' }, 'Voss, November 2026'],
  [['Fjordlys Kitchen', 'Fjordlys Outdoor'], { from: '2026-11-19', to: '2026-11-25' }, 'Fjordlys, Nov 19 – 25, 2026'],
  [['Maya', 'Theo'], { from: '2025-12-20', to: '2026-01-05' }, 'Maya and Theo, Dec 20, 2025 – Jan 5, 2026'],
  [['Maya', 'Theo', 'Ines'], { from: '2026-11-05', to: '2026-11-05' }, 'Maya and 2 others, Nov 5, 2026'],
  [[], { from: '2026-11-05', to: '2026-11-05' }, 'Nov 5, 2026'],
])('titles a report on %j for %j', (names, days, title) => {
  expect(toReportTitle(names, days)).toBe(title);
});

describe('a template', () => {
  it('fills in the days and the sections, and keeps comments and accounts', () => {
    const typed = {
      ...draft,
      title: 'Ours',
      sections: [
        { kind: 'summary' as const, comment: 'Well done' },
        { kind: 'activity' as const, comment: 'Mornings' },
      ],
    };

    expect(applyTemplate(typed, 'one-page', '2026-11-23')).toMatchObject({
      title: 'Ours',
      accountIds: ['1'],
      range: { kind: 'last-month' },
      comparison: 'previous-period',
      sections: [
        { kind: 'summary', comment: 'Well done' },
        { kind: 'posts', comment: '' },
        { kind: 'activity', comment: 'Mornings' },
      ],
    });
  });

  it('starts a campaign with four weeks, or the days already chosen', () => {
    const chosen = { kind: 'fixed' as const, from: '2026-10-01', to: '2026-10-12' };

    expect(applyTemplate(draft, 'campaign', '2026-11-23').range).toEqual({
      kind: 'fixed',
      from: '2026-10-26',
      to: '2026-11-22',
    });
    expect(applyTemplate({ ...draft, range: chosen }, 'campaign', '2026-11-23').range).toEqual(chosen);
  });
});
