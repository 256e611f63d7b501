import type { MetaConnection } from '@tidemark/contract';
import { expect, it } from 'vitest';
import { getConnectPrompt } from './connect-prompt.ts';

const working: MetaConnection = {
  isConnected: true,
  tokenValid: true,
  name: 'Maya',
  picture: null,
  accountType: null,
  clientBusinessId: null,
  expiresAt: null,
  dataAccessExpiresAt: null,
  missingScopes: [],
  problem: null,
  warning: null,
  instagramLogins: [],
};

it.each([
  ['data_access_expired', 'reauthorize'],
  ['permission_missing', 'rerequest'],
  ['password_changed', undefined],
] as const)('after %s, makes Meta ask with %s', (cause, again) => {
  const problem = { cause, message: 'It stopped.', action: 'connect' as const };

  expect(getConnectPrompt({ ...working, problem })?.again).toBe(again);
});

it('asks to reconfirm access that ends soon, but only to renew a token that does', () => {
  const at = '2026-12-01T00:00:00.000Z';

  expect(getConnectPrompt({ ...working, warning: { kind: 'data_access_expires', at } })?.again).toBe('reauthorize');
  expect(getConnectPrompt({ ...working, warning: { kind: 'token_expires', at } })?.again).toBeUndefined();
});
