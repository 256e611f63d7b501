import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search.ts';

it('preserves all 17 digits of account IDs', () => {
  expect(parseSearch('?accounts=17841400000000001')).toEqual({ accounts: '17841400000000001' });
});

it('writes lists readably and omits unset parameters', () => {
  expect(stringifySearch({ accounts: '1,2', from: undefined, to: '' })).toBe('?accounts=1,2');
  expect(stringifySearch({})).toBe('');
});
