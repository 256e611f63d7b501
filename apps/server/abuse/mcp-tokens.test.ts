import * as contract from '@tidemark/contract';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { ask } from './ask.ts';
import { fill, readKnown, type Known } from './cases.ts';
import { matrix } from './matrix-table.ts';
import { environment, getToken, newcomer, orderTokens, type PersonName, type TokenOrder } from './people.ts';

const {
  OIDC_ISSUER: issuer = '',
  OIDC_AUDIENCE: apiAudience = '',
  OIDC_CLIENT_ID: clientId = '',
} = await environment();
const resource = `${inject('program').origin}/mcp`;
const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const headers = { accept: 'application/json, text/event-stream' };
const scope = contract.keyScopes.join(' ');

const send = (token?: string, json: unknown = message) => ask({ ask: 'POST /mcp', token, json, headers });

async function order(overrides: TokenOrder = {}, as: PersonName = 'maya'): Promise<string> {
  const claims = { aud: resource, client_id: 'a-program', scope, ...overrides.claims };
  return (await orderTokens(as, { ...overrides, claims })).accessToken;
}

const callTool = (name: string, input: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: input },
});

it('183: a token for the MCP server opens it', async () => {
  expect((await send(await order())).status).toBe(200);
});

interface Rejected {
  what: string;
  overrides: TokenOrder;
}

it.each<Rejected>([
  { what: 'no audience', overrides: { claims: { aud: null } } },
  { what: 'the audience of the API', overrides: { claims: { aud: apiAudience } } },
  { what: 'the audience of another server', overrides: { claims: { aud: 'https://other.example/mcp' } } },
  { what: 'an audience that begins with ours', overrides: { claims: { aud: `${resource}.evil.example` } } },
  { what: 'our audience with a slash more', overrides: { claims: { aud: `${resource}/` } } },
  { what: 'our origin as its audience', overrides: { claims: { aud: inject('program').origin } } },
  { what: 'another issuer', overrides: { claims: { iss: 'https://evil.example' } } },
  { what: 'the issuer with a slash more', overrides: { claims: { iss: `${issuer}/` } } },
  { what: 'an end an hour ago', overrides: { lifetimeSeconds: -3_600 } },
  { what: 'no end', overrides: { claims: { exp: null } } },
  { what: 'a beginning in two hours', overrides: { claims: { nbf: Math.floor(Date.now() / 1000) + 7_200 } } },
  { what: 'no subject', overrides: { claims: { sub: null } } },
  { what: 'no signature', overrides: { algorithm: 'none' } },
  { what: 'a shared secret made of the public key', overrides: { algorithm: 'HS256' } },
  { what: 'a key of somebody else', overrides: { foreignKey: true } },
  { what: 'the type of a logout token', overrides: { header: { typ: 'logout+jwt' } } },
])('183: a token with $what is rejected by the MCP server', async ({ overrides }) => {
  const answer = await send(await order(overrides));

  expect(answer).toMatchObject({ status: 401, code: 'unauthenticated' });
  expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
});

it('183: the token of a session, an ID token, a made-up pass and a token in the address are rejected', async () => {
  const { idToken } = await orderTokens('maya');

  for (const token of [await getToken('maya'), await getToken('olu'), idToken, `pass_${'A'.repeat(43)}`, 'pass_'])
    expect((await send(token)).status).toBe(401);
  expect(await ask({ ask: `POST /mcp?access_token=${await order()}`, json: message, headers })).toMatchObject({
    status: 401,
  });
});

describe('184: a token for the MCP server opens no other call', () => {
  let known: Known;
  beforeAll(async () => (known = await readKnown()));

  const isEndpoint = (value: unknown): value is contract.Endpoint =>
    typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
  const others = Object.values<unknown>(contract)
    .filter(isEndpoint)
    .filter(({ access }) => access === 'user' || access === 'system-admin');

  it.each(others.map((endpoint) => ({ endpoint, call: `${endpoint.method} ${endpoint.path}` })))(
    '$call',
    async ({ endpoint, call }) => {
      const row = matrix[call];
      const values = (row?.path ?? '').split('?')[0]?.split('/') ?? [];
      const address = endpoint.path.replaceAll(/:\w+/g, () => values.shift() ?? 'x');
      // The operator’s claim is there, and must not matter.
      const request = { ask: `${endpoint.method} ${address}`, json: row?.json, body: row?.body, headers: row?.headers };

      for (const aud of [resource, [apiAudience, resource]]) {
        const token = await order({ claims: { aud } }, 'olu');
        expect(await ask(fill({ ...request, token }, known))).toMatchObject({ status: 401, code: 'unauthenticated' });
      }
    },
  );

  it('nor does a token that a program got for the API', async () => {
    for (const claims of [{ client_id: 'a-program' }, { client_id: null, azp: 'a-program' }]) {
      const { accessToken } = await orderTokens('maya', { claims });
      expect((await ask({ token: accessToken, ask: 'GET /account/list' })).status).toBe(401);
    }
    const { accessToken } = await orderTokens('maya', { claims: { client_id: null, azp: clientId } });
    expect((await ask({ token: accessToken, ask: 'GET /account/list' })).status).toBe(200);
  });
});

describe('185: a token without the scope of a call', () => {
  it.each([null, '', 'openid profile', 'analytics', 'analytics:readposts:read', 'ANALYTICS:READ', '*'])(
    'is rejected if its scope is %j',
    async (given) => {
      const answer = await send(await order({ claims: { scope: given } }));

      expect(answer).toMatchObject({ status: 403, code: 'insufficient_scope' });
      expect(answer.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
    },
  );

  it('is rejected by a tool that needs another scope', async () => {
    const postsToken = await order({ claims: { scope: 'posts:read' } });

    const answer = await send(postsToken, callTool('get_metric', { metric: 'reach' }));

    expect(answer).toMatchObject({ status: 403, code: 'insufficient_scope' });
    expect(answer.text).not.toContain('"value"');
    expect((await send(postsToken, callTool('list_posts'))).status).toBe(200);
  });
});

it('186: a token for a disabled, deleted or unknown user is rejected', async () => {
  const subject = 'mcp-186';
  const session = await newcomer(subject);
  const orderForNewcomer = () => order({ claims: { sub: subject } }, 'fiona');
  expect((await send(await orderForNewcomer())).status).toBe(403);
  const loaded = await ask({ token: session, ask: 'POST /user/load', json: {} });
  const [, userId = ''] = /"_id":"([^"]+)"/.exec(loaded.text) ?? [];
  const before = await orderForNewcomer();
  expect((await send(before)).status).toBe(200);

  const disable = (disabled: boolean) =>
    ask({ as: 'olu', ask: `PUT /admin/users/${userId}/disabled`, json: { disabled } });
  expect((await disable(true)).status).toBe(200);
  expect(await send(before)).toMatchObject({ status: 403, code: 'user_disabled' });
  expect((await disable(false)).status).toBe(200);
  expect((await send(before)).status).toBe(200);
  expect((await ask({ token: session, ask: 'DELETE /user', json: { confirm: 'DELETE' } })).status).toBe(200);
  expect(await send(before)).toMatchObject({ status: 403, code: 'user_deleted' });
});

it("186: a token gives no access to other users' accounts", async () => {
  const { A1 } = await readKnown();

  const answer = await send(await order({}, 'cal'), callTool('get_metric', { metric: 'reach', accountIds: [A1] }));

  expect(answer.text).toContain('account_not_found');
});
