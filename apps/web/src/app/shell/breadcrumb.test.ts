import { expect, it } from 'vitest';
import { toBreadcrumbs } from './breadcrumb.ts';

it('builds breadcrumbs from the path', () => {
  expect(toBreadcrumbs('/')).toEqual(['Dashboard']);
  expect(toBreadcrumbs('/account/add')).toEqual(['Account', 'Add an account']);
});

it('replaces the last breadcrumb with a title', () => {
  expect(toBreadcrumbs('/account/178', 'Nordlys Kitchen')).toEqual(['Account', 'Nordlys Kitchen']);
});

it("names the operators' dashboard as the panel does", () => {
  expect(toBreadcrumbs('/system/dashboard')).toEqual(['System', 'Fleet health']);
});
