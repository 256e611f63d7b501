import { expect, it } from 'vitest';
import { landingOf } from './identity-client.ts';
import { returnHere } from './user-manager.ts';

it('comes back to the deep link that was asked for', () => {
  expect(landingOf(returnHere({ pathname: '/account/17', search: '?from=2026-01-01' }))).toBe(
    '/account/17?from=2026-01-01',
  );
});

it('never comes back to the sign-in or the sign-out', () => {
  expect(landingOf(returnHere({ pathname: '/logout', search: '' }))).toBe('/login');
});

it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 5, null])('does not follow %s', (returnTo) => {
  expect(landingOf({ returnTo })).toBe('/login');
});
