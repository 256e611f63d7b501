import * as contract from '@tidemark/contract';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { ask } from './ask.ts';
import { readKnown, type Known } from './cases.ts';
import { createKey } from './keys.ts';
import { madeUp } from './made-up-input.ts';
import { newcomer, getToken } from './people.ts';

const seed = Number(process.env['ABUSE_SEED'] ?? 20_261_121);
const requestsOfEach = Number(process.env['ABUSE_REQUESTS'] ?? 30);

let known: Known;
beforeAll(async () => (known = await readKnown()));

const endpoints = Object.values<unknown>(contract).filter(isEndpoint);
const says = new Map(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]));
// These change data that other cases depend on, so a new user sends them.
const bySomebodyNew = [
  'DELETE /user',
  'POST /user/logout',
  'PATCH /user/profile',
  'POST /roadmap/request',
  'GET /user/export',
  'DELETE /user/connections/meta',
  'POST /user/account/unlink',
];

function isEndpoint(value: unknown): value is contract.Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}

it.each([...says.keys()])(
  'never causes an internal error, and reveals nothing about another user: %s',
  async (call) => {
    const endpoint = says.get(call);
    if (!endpoint) throw new Error(call);
    const isOperators = endpoint.access === 'system-admin';
    const token = bySomebodyNew.includes(call)
      ? await newcomer(`fuzz ${call}`)
      : endpoint.access === 'program'
        ? (await createKey('maya')).key
        : endpoint.access === 'user' || isOperators
          ? await getToken(isOperators ? 'olu' : 'maya')
          : undefined;
    // An operator may change any user by ID, so operators get no user IDs here.
    const ids = isOperators ? [known.A1, 'none'] : [known.A1, known.A2, known.U1, known.U2, known.ADM];
    const foreign = isOperators ? [] : [known.A2, known.U2, known.ADM, 'cal@sandbox.test', 'olu@sandbox.test'];

    await fc.assert(
      fc.asyncProperty(madeUp(endpoint, ids), async ({ path, query, body }) => {
        const answer = await ask({
          ask: `${endpoint.method} ${path}${query ? `?${query}` : ''}`,
          token,
          mayFail: true,
          ...(body === undefined || endpoint.method === 'GET'
            ? {}
            : { body, headers: { 'content-type': 'application/json' } }),
        });
        // An outside system may be slow; anything else that fails is our fault.
        if (answer.status >= 500) expect(endpoint.failures, answer.text).toContain(answer.code);
        const sent = decodeURIComponent(path + query) + (body ?? '');
        for (const id of foreign) if (!sent.includes(id)) expect(answer.text).not.toContain(id);
        if (answer.status >= 400)
          expect([...endpoint.failures, ...contract.commonFailures, 'not_found']).toContain(answer.code);
      }),
      { seed, numRuns: endpoint.params || endpoint.query || endpoint.body ? requestsOfEach : 2 },
    );
  },
);
