import { createHash, randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import { openBrowser } from '../../test/browser-walk.ts';
import { appOrigin, ask, openSandbox, toText } from '../../test/sandbox-client.ts';
import type { Sandbox } from '../index.ts';

const callback = 'http://localhost:6274/callback';
const resource = `${appOrigin}/mcp`;

async function register(sandbox: Sandbox): Promise<string> {
  const { body } = await ask(`${sandbox.url}/oidc/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'A <b>program</b>',
      redirect_uris: [callback],
      token_endpoint_auth_method: 'none',
      scope: 'analytics:read posts:read',
    }),
  });
  return toText(body['client_id']);
}

function toAuthorization(sandbox: Sandbox, parts: Record<string, string>) {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    redirect_uri: callback,
    scope: 'analytics:read posts:read',
    state: 'here',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...parts,
  });
  return { verifier, url: `${sandbox.url}/oidc/authorize?${query.toString()}` };
}

/** Signs in as Maya, and answers whether the program may read; returns the address of the program. */
async function answerConsent(sandbox: Sandbox, url: string, fields: Record<string, string>) {
  const browser = openBrowser(sandbox);
  const signIn = (await browser.visit(url)).headers.get('location') ?? '';
  const chosen = await browser.visit(signIn, {
    method: 'POST',
    body: new URLSearchParams({ email: 'maya@sandbox.test' }),
  });
  const asked = await browser.follow(chosen);
  const action = /action="([^"]+)"/.exec(asked.text)?.[1] ?? '';
  const answered = await browser.visit(sandbox.url + action, { method: 'POST', body: new URLSearchParams(fields) });
  const end = await browser.follow(answered);
  return { page: asked.text, back: new URL(end.headers.get('location') ?? '') };
}

it('issues a registered program an MCP token with the allowed scopes and no user details', async () => {
  const sandbox = await openSandbox();
  const client = await register(sandbox);
  const { verifier, url } = toAuthorization(sandbox, { client_id: client, resource });

  const { page, back } = await answerConsent(sandbox, url, { 'analytics:read': 'on', decision: 'allow' });
  const { body } = await ask(`${sandbox.url}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: client,
      code: back.searchParams.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: callback,
      resource,
    }),
  });

  expect(page).toContain('Let A &lt;b&gt;program&lt;/b&gt; read your analytics?');
  const { aud, scope, client_id: issuedTo, ...claims } = decodeJwt(toText(body['access_token']));
  expect({ aud, scope, issuedTo }).toEqual({ aud: resource, scope: 'analytics:read', issuedTo: client });
  expect(Object.keys(claims).toSorted()).toEqual(['exp', 'iat', 'iss', 'jti', 'sub']);
});

it('tells a program that the user denied access', async () => {
  const sandbox = await openSandbox();
  const { url } = toAuthorization(sandbox, { client_id: await register(sandbox), resource });

  const { back } = await answerConsent(sandbox, url, { decision: 'deny' });

  expect(back.searchParams.get('error')).toBe('access_denied');
});

it.each([
  ['a program', 'the application’s API', 'urn:tidemark:api'],
  ['a program', 'the MCP server of another application', 'https://other.example/mcp'],
  ['the application', 'the MCP server', resource],
])('issues %s no token for %s', async (who, _, wanted) => {
  const sandbox = await openSandbox();
  const isProgram = who === 'a program';
  const client = isProgram ? await register(sandbox) : (sandbox.environment['OIDC_CLIENT_ID'] ?? '');
  const { url } = toAuthorization(sandbox, {
    client_id: client,
    resource: wanted,
    ...(!isProgram && { redirect_uri: `${appOrigin}/login`, scope: 'openid', nonce: 'once' }),
  });

  const answer = await ask(url);

  expect(answer.headers.get('location')).toContain('error=invalid_target');
});
