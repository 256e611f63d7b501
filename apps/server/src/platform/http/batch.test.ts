import {
  accountMetrics,
  CardMetric,
  createApiKey,
  dayMillis,
  getBreakdown,
  getMetricCard,
  getTimeseries,
  listAccounts,
  loadUser,
  maxBatchedCalls,
  runBatch,
  type BatchedAnswer,
} from '@tidemark/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { recordStatements } from '../../../test/record-statements.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { startSynced, worldToday, type WorldAccount } from '../../../test/world.ts';

const metricsToken = 'a token of this test';
let app: TestApp;
let client: TestClient;
let account: WorldAccount;
let today: number;
beforeAll(async () => {
  app = await startTestApp({ environment: { METRICS_TOKEN: metricsToken } });
  today = Date.parse(await worldToday(app));
  ({ client, account } = await startSynced(app, 'theo@sandbox.test', { plan: 'starter' }));
});
afterAll(() => app.close());

const days = { startDate: '2026-11-01T00:00:00.000Z', endDate: '2026-11-07T23:59:59.999Z' };

function send(calls: unknown, token: string | null = client.token): Promise<Response> {
  return fetch(`${app.url}/api/v1${runBatch.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ calls }),
  });
}

/** Returns the answers in the order of their calls. */
async function readAnswers(response: Response): Promise<BatchedAnswer[]> {
  const lines = (await response.text()).split('\n').filter(Boolean);
  expect(lines.every((line) => line.startsWith('\u001e'))).toBe(true);
  const answers: BatchedAnswer[] = lines.map((line) => JSON.parse(line.slice(1)));
  return answers.toSorted((one, other) => one.call - other.call);
}

it('answers each call as if it were alone', async () => {
  const { cStart: startDate, cEnd: endDate, ...comparison } = toCardBody(7, 1);
  const body = { startDate, endDate, accountIds: [account.id] };
  const compared = { ...body, ...comparison };

  const response = await send([
    ...accountMetrics.map((metric) => ({ path: `/metrics/breakdown/${metric}`, body })),
    ...accountMetrics.map((metric) => ({ path: `/metrics/account/timeseries/${metric}`, body: compared })),
  ]);

  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json-seq');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const alone = [
    ...accountMetrics.map((metric) => client.call(getBreakdown, { params: { metric }, body })),
    ...accountMetrics.map((metric) => client.call(getTimeseries, { params: { metric }, body: compared })),
  ];
  expect(await readAnswers(response)).toEqual(
    (await Promise.all(alone)).map((answer, call) => ({ call, status: 200, body: answer })),
  );
});

it('answers reads of user, accounts, labels and alerts, but not with an unauthorized key', async () => {
  const calls = [
    { path: '/user/load', body: {} },
    ...['/account/list', '/account/list/instagram_account/active', '/labels', '/user/alerts'].map((path) => ({
      method: 'GET',
      path,
    })),
  ];
  const { key } = await client.call(createApiKey, {
    body: { name: 'Another', scopes: ['analytics:read'], expiresInDays: null },
  });

  const [own, withKey] = [await readAnswers(await send(calls)), await readAnswers(await send(calls, key))];

  expect(own.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(own[0]?.body).toEqual(await client.call(loadUser, { body: {} }));
  expect(own[1]?.body).toEqual(await client.call(listAccounts, {}));
  expect(withKey.map(({ status }) => status)).toEqual([403, 200, 200, 403, 403]);
});

/** Returns a range that ended some of Instagram's days ago, and the one before it. */
function toCardBody(length: number, ago: number) {
  const start = (days: number) => new Date(today - days * dayMillis);
  const end = (days: number) => new Date(start(days - 1).getTime() - 1);
  return {
    cStart: start(ago + length - 1).toISOString(),
    cEnd: end(ago).toISOString(),
    pStart: start(ago + 2 * length - 1).toISOString(),
    pEnd: end(ago + length).toISOString(),
    accountIds: [account.id],
  };
}

it.each([
  [1, 1],
  [7, 0],
  [9, 2],
  [30, 1],
  [90, 0],
  [200, 1],
])("answers a batch's cards as if alone, for %i days until %i days ago", async (length, ago) => {
  const body = toCardBody(length, ago);
  const calls = CardMetric.options.map((metric) => ({ path: `/metrics/account/insight/${metric}`, body }));

  // Viewing a range that Instagram has not counted makes it count, and the figures exact, soon after.
  await vi.waitFor(
    async () => {
      const answers = await readAnswers(await send(calls));
      for (const [call, metric] of CardMetric.options.entries()) {
        const alone = await client.call(getMetricCard, { params: { metric }, body });
        expect(answers[call], metric).toEqual({ call, status: 200, body: alone });
      }
    },
    { timeout: 30_000 },
  );
});

it.each([30, 200])("reads the same %i days in one statement for a batch's cards", async (length) => {
  const body = toCardBody(length, 1);
  const recorded = recordStatements();

  const response = await send(
    CardMetric.options.map((metric) => ({ path: `/metrics/account/insight/${metric}`, body })),
  );
  const answers = await readAnswers(response);
  recorded.stop();

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const sent = (part: string) =>
    [...recorded.statements].filter(([text]) => text.includes(part)).reduce((sum, [, count]) => sum + count, 0);
  // Bars, with those of follower growth, which begin a day before.
  expect(sent('with_followers')).toBe(2);
  // Both periods, and the days before them.
  expect(sent('stored_from_today')).toBe(4);
  // Ranges that Instagram has not counted are covered by shorter windows; both periods.
  expect(sent('end_day - days')).toBe(length > 30 ? 2 : 0);
});

it('checks once which accounts a batch may read', async () => {
  const body = { ...days, accountIds: [account.id] };
  const recorded = recordStatements();

  const response = await send(['views', 'reach'].map((metric) => ({ path: `/metrics/breakdown/${metric}`, body })));
  const answers = await readAnswers(response);
  recorded.stop();

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const checks = [...recorded.statements].filter(([statement]) => statement.includes('from "account_ref"'));
  expect(checks.map(([, times]) => times)).toEqual([1]);
});

it('rejects within a batch what it rejects alone, and answers the rest', async () => {
  const stranger = await app.as('maya@sandbox.test');
  const own = { ...days, accountIds: [account.id] };

  const answers = await readAnswers(
    await send(
      [
        { path: '/metrics/breakdown/views', body: own },
        { path: '/metrics/breakdown/views', body: { ...own, startDate: 'yesterday' } },
        { path: '/metrics/no/such/call', body: {} },
      ],
      stranger.token,
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual([404, 400, 404]);
  expect(answers[0]?.body).toMatchObject({ success: false, error: { code: 'account_not_found' } });
});

it("answers calls within a key's scopes, and rejects each other call individually", async () => {
  const { key } = await client.call(createApiKey, {
    body: { name: 'A program', scopes: ['analytics:read'], expiresInDays: null },
  });
  const range = { ...days, accountIds: [account.id] };

  const answers = await readAnswers(
    await send(
      [
        { path: '/metrics/breakdown/views', body: range },
        { path: '/media/get', body: range },
        { path: '/metrics/labels/tests', body: range },
      ],
      key,
    ),
  );

  expect(answers[0]).toEqual({
    call: 0,
    status: 200,
    body: await client.call(getBreakdown, { params: { metric: 'views' }, body: range }),
  });
  expect(answers.slice(1)).toMatchObject([
    { status: 403, body: { error: { code: 'key_scope_missing' } } },
    { status: 403, body: { error: { code: 'key_not_accepted' } } },
  ]);
});

it('runs nothing without a valid token', async () => {
  const calls = [{ path: '/metrics/breakdown/views', body: { ...days, accountIds: [account.id] } }];

  expect((await send(calls, null)).status).toBe(401);
  expect((await send(calls, 'none')).status).toBe(401);
});

it.each([
  ['another batch', [{ path: '/batch', body: {} }]],
  ['a call that changes something', [{ path: '/user/account/link', body: {} }]],
  ['a change at the path of a call that reads', [{ method: 'POST', path: '/labels', body: {} }]],
  ['a method that changes something', [{ method: 'DELETE', path: '/labels' }]],
  ['a path that leads elsewhere', [{ path: '/metrics/../user/load', body: {} }]],
  ['an encoded path', [{ path: '/metrics/%2e%2e/user/load', body: {} }]],
  ['a query', [{ path: '/media/get?all=1', body: {} }]],
  ['no calls', []],
  ['too many calls', Array.from({ length: maxBatchedCalls + 1 }, () => ({ path: '/media/get', body: {} }))],
])('rejects %s', async (_, calls) => {
  const response = await send(calls);

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: 'invalid_input' } });
});

it('gives each user a complete screen or a retry time when many open it concurrently', async () => {
  const people = await Promise.all(
    ['maya', 'theo', 'ines', 'olu', 'cal', 'edgar', 'nadia', 'fiona'].map((name) => app.as(`${name}@sandbox.test`)),
  );
  const calls = Array.from({ length: 24 }, () => ({ path: '/user/load', body: {} }));

  const screens = await Promise.all(people.flatMap(({ token }) => Array.from({ length: 6 }, () => send(calls, token))));

  const opened = screens.filter(({ status }) => status === 200);
  expect(opened.length).toBeGreaterThanOrEqual(people.length);
  for (const response of opened)
    expect((await readAnswers(response)).map(({ status }) => status)).toEqual(calls.map(() => 200));
  for (const { status, headers } of screens.filter((screen) => !opened.includes(screen))) {
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  }
});

it('releases everything once calls, batches and streams are dropped or answered', async () => {
  const calls = accountMetrics.map((metric) => ({
    path: `/metrics/breakdown/${metric}`,
    body: { ...days, accountIds: [account.id] },
  }));
  const drop = async (millis: number) => {
    const leaving = AbortSignal.timeout(millis);
    const response = fetch(`${app.url}/api/v1${runBatch.path}`, {
      method: 'POST',
      signal: leaving,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${client.token}` },
      body: JSON.stringify({ calls }),
    });
    await response.then((answer) => answer.text()).catch(() => null);
  };
  for (let round = 0; round < 6; round += 1)
    await Promise.all([...Array.from({ length: 10 }, (_, index) => drop(1 + index * 3)), send(calls)]);

  const held = async () => {
    const answer = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
    const lines = (await answer.text())
      .split('\n')
      .filter((line) => /^tidemark_http_(slots|calls|responses)/.test(line));
    expect(lines.length).toBe(7);
    return lines.filter((line) => !line.endsWith(' 0'));
  };

  await expect.poll(held, { timeout: 10_000 }).toEqual([]);
  expect((await send(calls)).status).toBe(200);
});
