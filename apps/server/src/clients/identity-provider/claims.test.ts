import { expect, it } from 'vitest';
import { readRoles } from './claims.ts';

it.each([
  ['a list', { roles: ['a', 'b'] }, 'roles', ['a', 'b']],
  ['one text', { roles: 'a' }, 'roles', ['a']],
  ['one text with several, as Glewlwyd writes them', { roles: 'a,b , c' }, 'roles', ['a', 'b', 'c']],
  ['nested, as Keycloak does', { realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
  ['a claim whose name has dots', { 'https://tidemark.app/roles': ['a'] }, 'https://tidemark.app/roles', ['a']],
  ['a missing claim', {}, 'roles', []],
  ['a missing part of the path', { realm_access: 'x' }, 'realm_access.roles', []],
  ['null', { roles: null }, 'roles', []],
  ['an inherited property', {}, 'constructor.name', []],
  ['something else', { roles: { a: true } }, 'roles', null],
  ['a list of something else', { roles: [1] }, 'roles', null],
])('reads roles from %s', (_, claims, path, roles) => {
  expect(readRoles(claims, path)).toEqual(roles);
});
