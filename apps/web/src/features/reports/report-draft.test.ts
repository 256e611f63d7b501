import { expect, it } from 'vitest';
import { moveSection, newDraft, type RangeName, rangeNames, toMissing, toRange, toRangeName } from './report-draft.ts';

const draft = newDraft(['1'], 'UTC');

it('moves sections within the list', () => {
  const kinds = (index: number, by: -1 | 1) => moveSection(draft.sections, index, by).map(({ kind }) => kind);

  expect(kinds(1, -1).slice(0, 2)).toEqual(['days', 'metrics']);
  expect(kinds(0, -1)).toEqual(draft.sections.map(({ kind }) => kind));
  expect(kinds(4, 1)).toEqual(draft.sections.map(({ kind }) => kind));
});

it('names missing fields', () => {
  expect(toMissing(draft)).toBeNull();
  expect(toMissing({ ...draft, title: ' ' })).toMatch(/title/);
  expect(toMissing({ ...draft, accountIds: [] })).toMatch(/account/);
  expect(toMissing({ ...draft, sections: [] })).toMatch(/section/);
  expect(toMissing({ ...draft, range: { kind: 'fixed', from: '2026-02-02', to: '2026-02-01' } })).toMatch(/after/);
});

it('names every range it builds', () => {
  for (const name of Object.keys(rangeNames) as RangeName[])
    // its keys are names
    expect(toRangeName({ range: toRange(name, '2026-11-23') })).toBe(name);
});
