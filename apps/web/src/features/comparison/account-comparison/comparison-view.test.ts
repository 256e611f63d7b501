import { accountMetrics, comparedMetrics } from '@tidemark/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineScales, toSearch, toView } from './comparison-view.ts';

it('restores the view from a URL it has written', () => {
  const view = fc.record({
    by: fc.constantFrom(...comparedMetrics),
    order: fc.constantFrom('asc' as const, 'desc' as const),
    chart: fc.constantFrom(...accountMetrics),
    scale: fc.constantFrom(...lineScales),
    lines: fc.constantFrom(null, ['17841400000001'], ['1', '2']),
    isFiltered: fc.boolean(),
  });
  fc.assert(
    fc.property(view, (one) => {
      expect(toView({ ...toSearch(one) })).toEqual(one);
    }),
  );
});

it('omits defaults and drops invalid values', () => {
  expect(toSearch(toView({ by: 'views', order: 'desc', scale: 'linear', chart: 'views' }))).toEqual({});
  const invalid = { by: 'likes', order: 'up', scale: 'cubic', chart: 'followers', lines: '<b>', only: 'me' };
  expect(toSearch(toView(invalid))).toEqual({});
});
