import * as contract from '@tidemark/contract';
import { beforeAll, expect, it } from 'vitest';
import { ask } from './ask.ts';
import { fill, readKnown, type Known } from './cases.ts';
import { createKey } from './keys.ts';
import { matrix } from './matrix-table.ts';
import type { PersonName } from './people.ts';

const owners = ['maya', 'cal', 'olu'] as const satisfies PersonName[];
type Owner = (typeof owners)[number];
/** Maps each key's owner to a place in a row of the matrix: the owner, another user, an operator. */
const places: Record<Owner, 1 | 2 | 3> = { maya: 1, cal: 2, olu: 3 };

const endpoints = Object.values<unknown>(contract).filter(isEndpoint);
const keys = new Map<Owner, string>();
let known: Known;

function isEndpoint(value: unknown): value is contract.Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}

function toRequest({ method, path }: contract.Endpoint, token: string | undefined) {
  const row = matrix[`${method} ${path}`];
  const [given = '', query] = (row?.path ?? '').split('?');
  const values = given.split('/');
  const address = path.replaceAll(/:\w+/g, () => values.shift() ?? '') + (query === undefined ? '' : `?${query}`);
  return fill({ ask: `${method} ${address}`, token, json: row?.json, body: row?.body, headers: row?.headers }, known);
}

beforeAll(async () => {
  known = await readKnown();
  for (const owner of owners) keys.set(owner, (await createKey(owner)).key);
});

const needsUser = ({ access }: contract.Endpoint) => access === 'user' || access === 'system-admin';
const closed = endpoints.filter((endpoint) => needsUser(endpoint) && !endpoint.scope);
const open = endpoints.filter(({ scope }) => scope);
const toName = ({ method, path }: contract.Endpoint) => `${method} ${path}`;

it('130: only these calls accept keys', () => {
  expect(open.map(toName).toSorted()).toEqual([
    'GET /account/:id/post/:mediaId',
    'GET /account/:id/post/:mediaId/evidence/:metric',
    'GET /account/:id/post/:mediaId/stories',
    'GET /account/list',
    'GET /account/list/instagram_account/active',
    'GET /media/count',
    'POST /batch',
    'POST /mcp',
    'POST /media/datagrid/query',
    'POST /media/get',
    'POST /media/list/date/range',
    'POST /metrics/account/attention',
    'POST /metrics/account/compare',
    'POST /metrics/account/evidence/:metric',
    'POST /metrics/account/insight/:metric',
    'POST /metrics/account/latest',
    'POST /metrics/account/timeseries/:metric',
    'POST /metrics/account/usual-changes',
    'POST /metrics/annotations',
    'POST /metrics/breakdown/:metric',
    'POST /metrics/export',
    'POST /metrics/labels/compare',
    'POST /metrics/media/activity',
    'POST /metrics/media/best-time',
    'POST /metrics/media/evidence/:metric',
    'POST /metrics/media/top-format',
    'POST /metrics/peers',
    'POST /posts/gallery',
  ]);
  expect(open.filter(({ access }) => access !== 'user' && access !== 'program')).toEqual([]);
});

it.each(open.flatMap((endpoint) => owners.map((owner) => ({ endpoint, call: toName(endpoint), owner }))))(
  '130: $call with a key of $owner returns what its owner may see',
  async ({ endpoint, call, owner }) => {
    const answer = await ask(toRequest(endpoint, keys.get(owner)));

    expect(answer.status, answer.text.slice(0, 300)).toBe(
      (matrix[call]?.keyStatuses ?? matrix[call]?.statuses)?.[places[owner]],
    );
  },
);

it.each(
  closed.flatMap((endpoint) =>
    (['maya', 'olu'] as const).map((owner) => ({ endpoint, call: toName(endpoint), owner })),
  ),
)('130: $call rejects a key of $owner', async ({ endpoint, owner }) => {
  const { status, code } = await ask(toRequest(endpoint, keys.get(owner)));

  expect(status).toBe(403);
  expect(code).toMatch(/^(key_not_accepted|forbidden)$/);
});

it('130: a call rejects a key without its scope', async () => {
  for (const scope of contract.keyScopes) {
    const { key } = await createKey('maya', [scope]);
    for (const endpoint of open.filter((one) => one.scope !== 'any' && one.scope !== scope)) {
      const { status, code } = await ask(toRequest(endpoint, key));
      expect({ call: toName(endpoint), status, code }).toEqual({
        call: toName(endpoint),
        status: 403,
        code: 'key_scope_missing',
      });
    }
  }
});

it('130: a batch with a key answers calls within its scopes, and rejects the rest individually', async () => {
  const { A1, A2 } = known;
  const { key } = await createKey('maya', ['analytics:read']);
  const days = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-07T23:59:59.999Z' };
  const calls = [
    { path: '/metrics/breakdown/views', body: { ...days, accountIds: [A1] } },
    { path: '/metrics/breakdown/views', body: { ...days, accountIds: [A2] } },
    { path: '/media/get', body: { accountId: A1, mediaIds: ['1'] } },
    { path: '/metrics/labels/tests', body: {} },
  ];

  const { status, text } = await ask({ ask: 'POST /batch', token: key, json: { calls } });

  expect(status).toBe(200);
  const answers = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line.slice(1)));
  expect(answers.map(({ call, status: part }) => [call, part]).toSorted()).toEqual([
    [0, 200],
    [1, 404],
    [2, 403],
    [3, 403],
  ]);
});

it('131: guessed, truncated, altered, repeated and URL keys are rejected', async () => {
  const { key } = await createKey('maya');
  const call = 'GET /account/list';

  for (const token of [
    `tmk_${'A'.repeat(43)}`,
    key.slice(0, -1),
    `${key}A`,
    key.toUpperCase(),
    `${key}%00`,
    'tmk_',
    "tmk_' or 1=1--",
  ])
    expect((await ask({ ask: call, token })).status, token).toBe(401);
  expect((await ask({ ask: call, headers: { authorization: `Bearer ${key}, Bearer ${key}` } })).status).toBe(401);
  expect((await ask({ ask: call, headers: { authorization: `Basic ${btoa(`${key}:`)}` } })).status).toBe(401);
  expect((await ask({ ask: call, headers: { 'x-api-key': key, cookie: `key=${key}` } })).status).toBe(401);
  expect((await ask({ ask: `${call}?access_token=${key}` })).status).toBe(401);
});

it('131: a revoked key is rejected, also by the MCP server', async () => {
  const { key, apiKey } = await createKey('maya');
  await ask({ as: 'maya', ask: `DELETE /user/api-keys/${apiKey.id}` });

  for (const call of ['GET /account/list', 'POST /mcp'])
    expect(
      await ask({
        ask: call,
        token: key,
        ...(call.startsWith('POST') && { json: { jsonrpc: '2.0', id: 1, method: 'ping' } }),
      }),
    ).toMatchObject({
      status: 401,
      code: 'key_rejected',
    });
});
