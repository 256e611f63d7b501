import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { keyScopes, setUserDisabled } from '@tidemark/contract';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectMcp } from '../../../test/mcp-client.ts';
import { openMcpProgram } from '../../../test/mcp-program.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { startSynced, type WorldAccount } from '../../../test/world.ts';
import { endAllSessions } from '../auth/index.ts';

const email = 'maya@sandbox.test';

let app: TestApp;
let account: WorldAccount;
beforeAll(async () => {
  app = await startTestApp();
  ({ account } = await startSynced(app, email));
});
afterAll(() => app.close());

interface TokenOrder {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
}

/** Orders a token from the provider for the MCP server, altered as a test needs. */
async function order({ claims = {}, header = {} }: TokenOrder = {}, as = email): Promise<string> {
  const resource = { aud: `${app.url}/mcp`, client_id: 'assistant', scope: keyScopes.join(' ') };
  const { accessToken } = await app.control<{ accessToken: string }>('tokens', {
    method: 'POST',
    body: JSON.stringify({ email: as, overrides: { header, claims: { ...resource, ...claims } } }),
  });
  return accessToken;
}

function send(token: string | null, path = '/mcp', host = app.url): Promise<Response> {
  return fetch(`${host}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
}

it('lets a program that knows only the address sign in and call tools with its token', async () => {
  const program = openMcpProgram(app, email);

  const client = await program.connect(keyScopes);
  const { tools } = await client.listTools();
  const { content } = await client.callTool({ name: 'list_accounts', arguments: {} });

  expect(tools.map(({ name }) => name)).toContain('get_overview');
  expect(JSON.stringify(content)).toContain(account.username);
  const [asked] = program.authorizations;
  expect(asked?.searchParams.get('resource')).toBe(`${app.url}/mcp`);
  expect(asked?.searchParams.get('code_challenge_method')).toBe('S256');
  expect(asked?.searchParams.get('scope')).toBe('analytics:read posts:read');
  expect(decodeJwt(program.getTokens()?.access_token ?? '')).toMatchObject({
    aud: `${app.url}/mcp`,
    scope: 'analytics:read posts:read',
    client_id: program.getInformation()?.client_id,
  });
  await client.close();
});

it('asks a program to sign in again for a tool without the needed scope', async () => {
  // The SDK would only renew its token if it had a refresh token.
  const program = openMcpProgram(app, email, { renews: false });
  const client = await program.connect(['analytics:read']);
  await client.callTool({ name: 'get_metric', arguments: { metric: 'reach' } });

  await expect(client.callTool({ name: 'list_posts', arguments: {} })).rejects.toThrow(UnauthorizedError);
  await program.agree(keyScopes);
  const answer = await client.callTool({ name: 'list_posts', arguments: {} });

  // Scopes allowed before stay among the requested scopes.
  expect(program.authorizations.at(-1)?.searchParams.get('scope')).toBe('analytics:read posts:read');
  expect(answer.isError).toBeFalsy();
  await client.close();
});

it('tells programs where to get tokens', async () => {
  for (const path of ['', '/mcp']) {
    const answer = await fetch(`${app.url}/.well-known/oauth-protected-resource${path}`);

    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.json()).toEqual({
      resource: `${app.url}/mcp`,
      resource_name: 'Tidemark',
      authorization_servers: [app.sandbox.environment['OIDC_ISSUER']],
      scopes_supported: ['analytics:read', 'posts:read'],
      bearer_methods_supported: ['header'],
    });
  }
});

it('leads clients from a rejection to its metadata', async () => {
  const metadata = `resource_metadata="${app.url}/.well-known/oauth-protected-resource/mcp"`;

  const without = await send(null);
  const rejected = await send('a.b.c');
  const unscoped = await send(await order({ claims: { scope: 'openid profile' } }));

  expect(without.headers.get('www-authenticate')).toBe(`Bearer ${metadata}, scope="analytics:read posts:read"`);
  expect(rejected.headers.get('www-authenticate')).toBe(`Bearer error="invalid_token", ${metadata}`);
  expect(unscoped.headers.get('www-authenticate')).toBe(
    `Bearer error="insufficient_scope", scope="analytics:read posts:read", ${metadata}`,
  );
  expect([without.status, rejected.status, unscoped.status]).toEqual([401, 401, 403]);
  expect(await unscoped.json()).toMatchObject({ error: { data: { code: 'insufficient_scope' } } });
});

it.each([
  ['scopes as a list, as Okta does', { scope: null, scp: ['posts:read'] }, {}],
  ['several audiences', { aud: ['https://other.example', 'MCP'] }, {}],
  ['the client as azp, as Keycloak does', { client_id: null, azp: 'assistant' }, { typ: 'JWT' }],
  ['the long media type', {}, { typ: 'application/at+jwt' }],
])('accepts a token with %s', async (_, claims, header) => {
  const aud = 'aud' in claims ? { aud: claims.aud.map((one) => (one === 'MCP' ? `${app.url}/mcp` : one)) } : {};

  expect((await send(await order({ claims: { ...claims, ...aud }, header }))).status).toBe(200);
});

it('creates no user and grants no role for a token', async () => {
  const unknown = await send(await order({ claims: { sub: 'somebody|new', email: 'new@sandbox.test' } }));
  const olu = await app.as('olu@sandbox.test');
  await olu.load();
  const token = await order({}, 'olu@sandbox.test');

  expect(unknown.status).toBe(403);
  expect(await unknown.json()).toMatchObject({
    error: { message: /Sign in to Tidemark/, data: { code: 'forbidden' } },
  });
  expect(await app.db.selectFrom('app_user').select('user_id').where('subject', '=', 'somebody|new').execute()).toEqual(
    [],
  );
  expect((await send(token)).status).toBe(200);
});

it('rejects tokens of disabled users, and tokens from before an operator ended all sessions', async () => {
  const theo = await app.as('theo@sandbox.test');
  const { user } = await theo.load();
  const token = await order({}, 'theo@sandbox.test');
  expect((await send(token)).status).toBe(200);
  const olu = await app.as('olu@sandbox.test');

  await olu.call(setUserDisabled, { params: { userId: user._id }, body: { disabled: true } });

  expect((await send(token)).status).toBe(403);
  const mayas = await order();
  await endAllSessions(app.db, new Date(Date.now() + 1_000));
  expect((await send(mayas)).status).toBe(401);
  await app.db.deleteFrom('session_end').execute();
});

it("counts a program's calls together across tokens, as for a key", async () => {
  const limited = await startTestApp({ work: false, environment: { RATE_LIMITS: 'apiKey=2/60' } });
  await (await limited.as(email)).load();
  const ask = async (clientId: string) => {
    const claims = { aud: `${limited.url}/mcp`, client_id: clientId, scope: 'analytics:read' };
    const { accessToken } = await limited.control<{ accessToken: string }>('tokens', {
      method: 'POST',
      body: JSON.stringify({ email, overrides: { claims } }),
    });
    return (await send(accessToken, '/mcp', limited.url)).status;
  };

  expect([await ask('one'), await ask('one'), await ask('one'), await ask('two')]).toEqual([200, 200, 429, 200]);
  await limited.close();
});

it('rejects tokens unless configured', async () => {
  const closed = await startTestApp({ work: false, environment: { MCP_OAUTH: 'off' } });
  const { token } = await closed.as(email);

  const answer = await send(token, '/mcp', closed.url);
  const metadata = await fetch(`${closed.url}/.well-known/oauth-protected-resource/mcp`);

  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  expect(metadata.status).toBe(404);
  await expect(connectMcp(closed.url, token)).rejects.toThrow('unauthenticated');
  await closed.close();
});
