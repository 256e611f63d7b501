import { render, screen, waitFor } from '@testing-library/react';
import { User } from 'oidc-client-ts';
import { afterEach, expect, it, vi } from 'vitest';
import { createIdentityClient, SignInProvider } from '#web/features/auth/index.ts';
import { leaveSession } from '#web/platform/session/session.ts';
import { SignInGate } from './sign-in-gate.tsx';

const provider = 'https://id.example';
const config = {
  oidc: {
    issuer: provider,
    clientId: 'tidemark',
    scope: 'openid',
    audience: null,
    authorizeParams: {},
    endpoints: {
      authorization_endpoint: `${provider}/authorize`,
      token_endpoint: `${provider}/token`,
      end_session_endpoint: `${provider}/end`,
      jwks_uri: `${provider}/jwks`,
    },
  },
  meta: {
    appId: '1',
    loginConfigId: '2',
    sdkUrl: 'about:blank',
    graphVersion: 'v25.0',
    dayZone: 'America/Los_Angeles',
  },
  sandbox: false,
};

afterEach(() => vi.restoreAllMocks());

it('signs out a user whose account was deleted and does not sign them in again', async () => {
  const gone: string[] = [];
  vi.spyOn(window.location, 'assign').mockImplementation((address) => void gone.push(String(address)));
  const client = createIdentityClient(config);
  await client.storeUser(
    new User({
      access_token: 'token',
      token_type: 'Bearer',
      id_token: 'hint',
      expires_at: Date.now() / 1000 + 600,
      profile: { sub: '1', iss: provider, aud: 'tidemark', exp: 0, iat: 0 },
    }),
  );
  render(
    <SignInProvider client={client}>
      <SignInGate>inside</SignInGate>
    </SignInProvider>,
  );
  await screen.findByText('inside');

  leaveSession();

  expect(await screen.findByText('Signing you out…')).toBeDefined();
  await waitFor(() => expect(gone).toHaveLength(1));
  await new Promise((passed) => setTimeout(passed, 50));
  expect(gone.map((address) => new URL(address).pathname)).toEqual(['/end']);
});
