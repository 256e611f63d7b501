import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask } from './ask.ts';
import { fill, readKnown, runCases, type Case } from './cases.ts';
import { lever, getToken } from './people.ts';

const range = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-07T23:59:59.999Z' };
const reach = 'POST /metrics/breakdown/reach';
const unknownUser = '00000000-0000-4000-8000-000000000000';
const toFigures = (accountIds: unknown) => ({ ...range, accountIds });
const setThrottle = 'PUT /admin/accounts/$A1/throttle';

const cases: Case[] = [
  { id: 19, what: 'a foreign account', as: 'maya', ask: reach, json: toFigures(['$A2']), status: 404 },
  {
    id: 19,
    what: 'a foreign account beside an own one',
    as: 'maya',
    ask: reach,
    json: toFigures(['$A1', '$A2']),
    status: 404,
  },
  {
    id: 20,
    what: 'a foreign account, asked for by an operator',
    as: 'olu',
    ask: reach,
    json: toFigures(['$A2']),
    status: 404,
  },
  { id: 22, what: 'no list of accounts', as: 'maya', ask: reach, json: range, status: 400 },
  ...[null, '$A1', {}, { $ne: '' }, [['$A1']], [null], [], Array.from({ length: 101 }, () => '$A1')].map(
    (accountIds) => ({
      id: 22,
      what: `accounts given as ${JSON.stringify(accountIds).slice(0, 24)}`,
      as: 'maya' as const,
      ask: reach,
      json: toFigures(accountIds),
      status: 400,
    }),
  ),
  { id: 23, what: 'the state of a foreign account', as: 'maya', ask: 'GET /account/$A2/sync-status', status: 404 },
  { id: 23, what: 'a refresh of a foreign account', as: 'maya', ask: 'POST /account/$A2/refresh', status: 404 },
  {
    id: 25,
    what: 'another user’s id at one’s own',
    as: 'maya',
    ask: 'POST /user/load',
    json: { userId: '$U2' },
    status: 400,
  },
  { id: 26, what: 'a live token for another user', as: 'maya', ask: 'POST /sse/token/$U2', status: 404 },
  {
    id: 26,
    what: 'a live token for another user, asked for by an operator',
    as: 'olu',
    ask: 'POST /sse/token/$U2',
    status: 404,
  },
  {
    id: 27,
    what: 'following a foreign account',
    as: 'maya',
    ask: 'POST /sse/subscribe',
    json: { docType: 'account', docId: '$A2' },
    status: 404,
  },
  { id: 30, what: 'a throttle, set by nobody', ask: setThrottle, json: { throttle: 2 }, status: 401 },
  { id: 30, what: 'a throttle, set by a user', as: 'maya', ask: setThrottle, json: { throttle: 2 }, status: 403 },
  {
    id: 30,
    what: 'a throttle of an unknown account',
    as: 'olu',
    ask: 'PUT /admin/accounts/17000/throttle',
    json: { throttle: 2 },
    status: 404,
  },
  ...['NaN', '-1', '0.99', '1e12', '"10"', 'null', '1.005'].map((throttle) => ({
    id: 30,
    what: `a throttle of ${throttle}`,
    as: 'olu' as const,
    ask: setThrottle,
    body: `{"throttle":${throttle}}`,
    headers: { 'content-type': 'application/json' },
    status: 400,
  })),
  { id: 30, what: 'a throttle of 1', as: 'olu', ask: setThrottle, json: { throttle: 1 }, status: 200 },
  {
    id: 31,
    what: 'a role, given to oneself',
    as: 'maya',
    ask: 'PUT /admin/users/$U1/role',
    json: { role: 'system-admin' },
    status: 403,
  },
  {
    id: 31,
    what: 'a plan, given to oneself',
    as: 'maya',
    ask: 'PUT /admin/users/$U1/subscription',
    json: {},
    status: 403,
  },
  { id: 31, what: 'the votes of somebody else', as: 'maya', ask: 'GET /roadmap/upvotes/$U2', status: 404 },
  { id: 31, what: 'the votes of nobody', as: 'maya', ask: `GET /roadmap/upvotes/${unknownUser}`, status: 404 },
  {
    id: 78,
    what: 'a login with an address to return to',
    as: 'theo',
    ask: 'POST /auth/meta/authorize/business',
    json: { code: 'x', redirectUri: 'https://evil.example' },
    status: 400,
  },
  {
    id: 78,
    what: 'linking an account that the own login does not list',
    as: 'maya',
    ask: 'POST /user/account/link',
    json: { accountId: '$A2', type: 'instagram_account', accountRefId: null },
    status: 404,
  },
  {
    id: 78,
    what: 'registering an account that the own login does not list',
    as: 'maya',
    ask: 'POST /account/add',
    json: { accountId: '$A2', type: 'instagram_account', accountRefId: null },
    status: 404,
  },
  {
    id: 78,
    what: 'unlinking an account of somebody else',
    as: 'maya',
    ask: 'POST /user/account/unlink',
    json: { accountId: '$A2', type: 'instagram_account' },
    status: 404,
  },
  {
    id: 75,
    what: 'a code that nobody gave out',
    as: 'theo',
    ask: 'POST /auth/meta/authorize/business',
    json: { code: 'unknown' },
    status: 400,
    code: 'meta_code_refused',
  },
];
runCases(cases);

describe('an account of another user', () => {
  it('21: gets the same response, in the same time, as a missing account', async () => {
    const known = await readKnown();
    const times: { foreign: number[]; unknown: number[] } = { foreign: [], unknown: [] };
    const answerFor = async (accountId: string) => {
      const { text, status, milliseconds } = await ask({ as: 'maya', ask: reach, json: toFigures([accountId]) });
      return { status, milliseconds, text: text.replace(/"requestId":"[^"]+"/, '') };
    };
    for (let round = 0; round < 200; round += 1) {
      const [foreign, unknown] = [await answerFor(known.A2), await answerFor('17841400000000000')];
      expect(foreign.status).toBe(404);
      expect(unknown.text).toBe(foreign.text);
      times.foreign.push(foreign.milliseconds);
      times.unknown.push(unknown.milliseconds);
    }
    const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length / 2] ?? 0;

    expect(Math.abs(median(times.foreign) - median(times.unknown))).toBeLessThan(10);
  });

  it('22: counts once when requested twice', async () => {
    const known = await readKnown();
    const figures = async (accountIds: string[]) =>
      (await ask(fill({ as: 'maya', ask: reach, json: toFigures(accountIds) }, known))).json;

    expect(await figures(['$A1', '$A1'])).toEqual(await figures(['$A1']));
  });
});

describe('operator actions', () => {
  it('30: are logged with the ID of their request', async () => {
    const known = await readKnown();
    const done = await ask(fill({ as: 'olu', ask: setThrottle, json: { throttle: 1.5 } }, known));
    await ask(fill({ as: 'olu', ask: setThrottle, json: { throttle: 1 } }, known));

    const { text } = await ask({ as: 'olu', ask: 'GET /admin/audit?pageSize=5' });

    expect(text).toContain(`"requestId":"${done.headers.get('x-request-id')}"`);
  });
});

describe('a Meta login', () => {
  const authorize = (code: unknown) => ask({ as: 'theo', ask: 'POST /auth/meta/authorize/business', json: { code } });
  const codeFor = async (order: object = {}) =>
    z.object({ code: z.string() }).parse(await lever('POST', 'meta/code', { email: 'theo@sandbox.test', ...order }))
      .code;
  const isConnected = async (as: 'theo' | 'cal') =>
    z
      .object({ connection: z.object({ isConnected: z.boolean() }) })
      .parse((await ask({ as, ask: 'GET /user/connections/meta' })).json).connection.isConnected;

  it('77: is rejected without all permissions, naming the missing permissions, and is not stored', async () => {
    const answer = await authorize(await codeFor({ without: ['instagram_manage_insights'] }));

    expect(answer.status).toBe(422);
    expect(answer.text).toContain('instagram_manage_insights');
    expect(await isConnected('theo')).toBe(false);
  });

  it('33, 75: accepts a code once, and is deleted at both ends when it is disconnected', async () => {
    const code = await codeFor();
    expect((await authorize(code)).status).toBe(200);
    expect((await authorize(code)).status).toBe(400);
    expect(await isConnected('theo')).toBe(true);
    await lever('DELETE', 'ledger');

    const ended = await ask({ as: 'theo', ask: 'DELETE /user/connections/meta' });
    const again = await ask({ as: 'theo', ask: 'DELETE /user/connections/meta' });

    expect([ended.status, again.status]).toEqual([200, 200]);
    expect(JSON.stringify(await lever('GET', 'ledger'))).toMatch(/"DELETE"[^}]*permissions/);
    expect([await isConnected('theo'), await isConnected('cal')]).toEqual([false, true]);
    expect(await getToken('theo')).not.toBe('');
  });
});
