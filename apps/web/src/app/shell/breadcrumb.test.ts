import { expect, it } from 'vitest';
import { crumbsOf } from './breadcrumb.ts';

it('is built from the path', () => {
  expect(crumbsOf('/')).toEqual(['Dashboard']);
  expect(crumbsOf('/account/add')).toEqual(['Account', 'Add']);
});

it('takes a title for its last crumb', () => {
  expect(crumbsOf('/account/178', 'Nordlys Kitchen')).toEqual(['Account', 'Nordlys Kitchen']);
});
