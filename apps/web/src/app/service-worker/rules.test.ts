import { expect, it } from 'vitest';
import { treatmentFor } from './rules.ts';

const origin = 'https://tidemark.example';
const treat = (path: string, request: { method?: string; mode?: RequestMode } = {}) =>
  treatmentFor({ method: 'GET', mode: 'navigate', url: new URL(path, origin).href, ...request }, origin);

it.each(['/', '/compare?preset=last-7-days', '/account/17841400000000001', '/profile?tab=sign-in', '/system/users'])(
  'lets the kept document stand in for %s',
  (path) => {
    expect(treat(path)).toBe('page');
  },
);

it.each([
  '/api/v1/session/callback?code=1',
  '/files/pictures/1',
  '/login?code=1',
  '/logout',
  '/sign-in',
  '/reset-password',
  '/unsubscribe',
  '/share/4f',
  '/profile?signIn=failed',
  '/id/authorize',
  '/mcp',
  '/icon.svg',
])('answers %s from the network alone', (path) => {
  expect(treat(path)).toBe('passed');
});

it('keeps assets, and nothing else that a page loads', () => {
  const asPart = { mode: 'cors' } as const;

  expect(treat('/assets/first-a1.js', asPart)).toBe('asset');
  expect(treat('/api/v1/batch', asPart)).toBe('none');
  expect(treat('/files/pictures/1', asPart)).toBe('none');
  expect(treat('/profile', asPart)).toBe('none');
  expect(treat('https://elsewhere.example/assets/first-a1.js', asPart)).toBe('none');
});

it('leaves forms that are sent to the server alone', () => {
  expect(treat('/sign-in', { method: 'POST' })).toBe('none');
});
