import * as contract from '@tidemark/contract';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { ask, type Answer } from './ask.ts';
import { fill, readKnown, type Known } from './cases.ts';
import { matrix } from './matrix-table.ts';
import { newcomer, getToken } from './people.ts';

const roles = ['nobody', 'owner', 'somebody else', 'operator'] as const;
type Role = (typeof roles)[number];

const endpoints = Object.values<unknown>(contract).filter(isEndpoint);
const toName = ({ method, path }: contract.Endpoint) => `${method} ${path}`;
let known: Known;
let newcomers = 0;
let paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
beforeAll(async () => {
  known = await readKnown();
  const Operation = z.object({ responses: z.record(z.string(), z.unknown()) });
  const Description = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });
  ({ paths } = Description.parse((await ask({ ask: 'GET /openapi.json' })).json));
});

/** Lists the statuses that the OpenAPI document has for a call. */
function listDescribed({ method, path }: contract.Endpoint): string[] {
  const address = `/api/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`;
  return Object.keys(paths[address]?.[method.toLowerCase()]?.responses ?? {});
}

function isEndpoint(value: unknown): value is contract.Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}

async function tokenFor(role: Role, isNewcomer: boolean): Promise<string | undefined> {
  if (role === 'nobody') return undefined;
  if (isNewcomer) return newcomer(`matrix-${(newcomers += 1)}`, role === 'operator' ? 'system-admin' : 'user');
  return getToken(role === 'owner' ? 'maya' : role === 'operator' ? 'olu' : 'cal');
}

/** Fails on an undeclared key, which could be a column that slipped through. */
function expectDeclared(endpoint: contract.Endpoint, { json }: Answer): void {
  if (json === undefined) return;
  expect(endpoint.response.parse(json)).toEqual(json);
}

it('34: the table contains exactly the calls of the contract', () => {
  expect(Object.keys(matrix).toSorted()).toEqual(endpoints.map(toName).toSorted());
});

it('34: the OpenAPI document contains the same calls', () => {
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${path.replace('/api/v1', '').replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
  );

  expect(described.toSorted()).toEqual(endpoints.map(toName).toSorted());
});

const questions = endpoints.flatMap((endpoint) =>
  roles.map((role, place) => ({ endpoint, call: toName(endpoint), role, place })),
);

it.each(questions)('1, 34, 35: $call, called by $role', async ({ endpoint, call, role, place }) => {
  const row = matrix[call];
  if (!row) throw new Error(`${call} does not stand in the table`);
  const [given = '', query] = (row.path ?? '').split('?');
  const values = given.split('/');
  const answer = await ask(
    fill(
      {
        ask: `${endpoint.method} ${endpoint.path.replaceAll(/:\w+/g, () => values.shift() ?? '')}${query === undefined ? '' : `?${query}`}`,
        token: await tokenFor(role, row.byNewcomers === true),
        json: row.json,
        body: row.body,
        headers: row.headers,
      },
      known,
    ),
  );

  expect(answer.status, answer.text.slice(0, 300)).toBe(row.statuses[place]);
  expect(listDescribed(endpoint)).toContain(String(answer.status));
  if (answer.status === 401 && endpoint.access !== 'live-token')
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer( |$)/);
  if (answer.status === (endpoint.status ?? 200)) expectDeclared(endpoint, answer);
  else expect([...endpoint.failures, ...contract.commonFailures]).toContain(answer.code);
});
