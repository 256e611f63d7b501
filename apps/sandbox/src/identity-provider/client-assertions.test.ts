import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../start-sandbox.ts';
import { keyClientId } from './claims.ts';

let sandbox: Sandbox;
let ownKey: CryptoKey;
beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  ownKey = privateKey;
  sandbox = await startSandbox({
    port: 0,
    appOrigins: ['http://localhost:1'],
    clientKey: { ...(await exportJWK(publicKey)), kid: 'own' },
  });
});
afterAll(() => sandbox.close());

const now = () => Math.floor(Date.now() / 1000);
const sign = (claims: Record<string, unknown> = {}, key = ownKey) =>
  new SignJWT({
    iss: keyClientId,
    sub: keyClientId,
    aud: `${sandbox.url}/oidc`,
    jti: randomUUID(),
    iat: now(),
    exp: now() + 60,
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256' })
    .sign(key);

/** Returns the provider's error for an unknown code: only a client that it accepts gets that far. */
async function tryAssertion(assertion: string) {
  const answer = await fetch(`${sandbox.url}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'none',
      redirect_uri: 'http://localhost:1/login',
      code_verifier: 'x'.repeat(43),
      client_id: keyClientId,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    }),
  });
  return ((await answer.json()) as { error: string }).error;
}

it('accepts an assertion once', async () => {
  const assertion = await sign();

  expect(await tryAssertion(assertion)).toBe('invalid_grant');
  expect(await tryAssertion(assertion)).toBe('invalid_client');
});

it.each([
  ['for another audience', { aud: 'https://other.example' }],
  ['that has expired', { exp: 1 }],
  ['without an end', { exp: undefined }],
  ['without an ID', { jti: undefined }],
  ['of another client', { iss: 'tidemark-web' }],
])('rejects an assertion %s', async (_, claims) => {
  expect(await tryAssertion(await sign(claims))).toBe('invalid_client');
});

it('rejects an assertion with a key that is not registered', async () => {
  const { privateKey } = await generateKeyPair('ES256');

  expect(await tryAssertion(await sign({}, privateKey))).toBe('invalid_client');
});
