import { expect, it } from 'vitest';
import { classifyRequest } from './classify-request.ts';

const origin = 'https://tidemark.example';
const classify = (path: string, request: { method?: string; mode?: RequestMode } = {}) =>
  classifyRequest({ method: 'GET', mode: 'navigate', url: new URL(path, origin).href, ...request }, origin);

it.each(['/', '/compare?preset=last-7-days', '/account/17841400000000001', '/profile?tab=sign-in', '/system/users'])(
  'can replace %s by the stored document',
  (path) => {
    expect(classify(path)).toBe('page');
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
])('loads %s from the network only', (path) => {
  expect(classify(path)).toBe('other-page');
});

it('stores assets only', () => {
  const mode = 'cors';

  expect(classify('/assets/first-a1.js', { mode })).toBe('asset');
  expect(classify('/api/v1/batch', { mode })).toBe('other');
  expect(classify('/files/pictures/1', { mode })).toBe('other');
  expect(classify('/profile', { mode })).toBe('other');
  expect(classify('https://elsewhere.example/assets/first-a1.js', { mode })).toBe('other');
});

it('leaves forms sent to the server alone', () => {
  expect(classify('/sign-in', { method: 'POST' })).toBe('other');
});
