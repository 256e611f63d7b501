import { expect, it } from 'vitest';
import { toLandingPath } from './identity-client.ts';
import { returnHere } from './user-manager.ts';

it('returns to the requested deep link', () => {
  expect(toLandingPath(returnHere({ pathname: '/account/17', search: '?from=2026-01-01' }))).toBe(
    '/account/17?from=2026-01-01',
  );
});

it('never returns to the sign-in or the sign-out', () => {
  expect(toLandingPath(returnHere({ pathname: '/logout', search: '' }))).toBe('/login');
});

it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 5, null])('does not follow %s', (returnTo) => {
  expect(toLandingPath({ returnTo })).toBe('/login');
});
