import * as contract from '@tidemark/contract';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toUrl } from '../../../test/read-rows.ts';
import { freePort } from '../../../test/free-port.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { getWorldAccount, startSynced } from '../../../test/world.ts';
import { backup } from '../../cli/backup.ts';

const metricsToken = 'a token of this test';
const theo = 'theo@sandbox.test';

const keys = `test:${Buffer.alloc(32, 7).toString('base64')}`;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp({ address: database.address, environment: { METRICS_TOKEN: metricsToken } });
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

async function scrape(url = app.url): Promise<string> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  expect(answer.status).toBe(200);
  return answer.text();
}

/** Returns the value of the series with this prefix; undefined when it is missing. */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line ? Number(line.split(' ').at(-1)) : undefined;
}

const namesIn = (text: string) => new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1]));

describe('metrics access', () => {
  it('returns metrics for the correct token only, whether signed in or not', async () => {
    const operator = await app.as('olu@sandbox.test');
    const wrong = [null, `Bearer ${metricsToken}x`, 'Bearer', `Basic ${metricsToken}`, `Bearer ${operator.token}`];

    for (const authorization of wrong) {
      const answer = await fetch(`${app.url}/metrics`, { headers: authorization ? { authorization } : {} });
      expect(answer.status, String(authorization)).toBe(401);
      expect(await answer.text()).not.toContain('tidemark_');
    }

    const answer = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('returns no metrics unless they are configured', async () => {
    const closed = await startTestApp({ work: false });

    const answer = await fetch(`${closed.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });

    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } });
    await closed.close();
  });

  it('serves only metrics on a separate port', async () => {
    const port = await freePort();
    const apart = await startTestApp({ work: false, environment: { METRICS_PORT: String(port) } });

    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/health`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${apart.url}/metrics`)).status).toBe(404);
    await apart.close();
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
  });

  it('requires the token on the separate port if one is set', async () => {
    const port = await freePort();
    const apart = await startTestApp({
      work: false,
      environment: { METRICS_PORT: String(port), METRICS_TOKEN: metricsToken },
    });

    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(401);
    await scrape(`http://127.0.0.1:${port}`);
    await apart.close();
  });
});

describe('metrics content', () => {
  it('counts responses, jobs, Graph API calls, streams and accounts', async () => {
    const { client } = await startSynced(app, theo, { plan: 'starter' });
    const { user } = await client.load();
    const { token } = await client.call(contract.createLiveToken, { params: { userId: user._id } });
    const stop = new AbortController();
    const stream = await fetch(`${app.url}/api/v1/sse/user/${token}`, { signal: stop.signal });
    await expect
      .poll(async () => valueOf(await scrape(), 'tidemark_job_attempts_total{lane="urgent",outcome="succeeded"}'), {
        timeout: 60_000,
      })
      .toBeGreaterThan(0);

    const text = await scrape();

    const answered =
      'tidemark_http_request_duration_seconds_count{method="GET",route="/api/v1/account/:id/sync-status",status="2xx"}';
    expect(valueOf(text, answered)).toBeGreaterThan(0);
    expect(valueOf(text, 'tidemark_sse_connections')).toBe(1);
    expect(valueOf(text, 'tidemark_graph_requests_total')).toBeGreaterThan(5);
    expect(valueOf(text, 'tidemark_graph_calls_total')).toBeGreaterThan(20);
    expect(valueOf(text, 'tidemark_jobs{state="dead"}')).toBe(0);
    expect(valueOf(text, 'tidemark_database_connections{state="active"}')).toBeLessThanOrEqual(10);
    expect(valueOf(text, 'tidemark_jwks_age_seconds')).toBeLessThan(120);
    expect(valueOf(text, 'tidemark_nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(valueOf(text, 'tidemark_accounts{state="ok"}') ?? 0).toBeLessThanOrEqual(1);
    expect(text).not.toContain(token);
    stop.abort();
    await stream.body?.cancel().catch(() => undefined);
    await expect.poll(async () => valueOf(await scrape(), 'tidemark_sse_connections')).toBe(0);
  });

  it("counts Meta errors by code and reports how close Meta's limits are", async () => {
    const refuse = { rules: [{ fault: 'account-limit' }] };
    await app.control('faults', { method: 'POST', body: JSON.stringify(refuse) });
    const client = await app.as(theo);
    const account = await getWorldAccount(app, theo);
    await app.db.updateTable('sync_state').set({ last_sync_at: null, requested_at: null }).execute();
    await client.call(contract.refreshAccount, { params: { id: account.id } });

    await expect
      .poll(async () => valueOf(await scrape(), 'tidemark_graph_errors_total{kind="throttle-account",code="80002"}'), {
        timeout: 20_000,
      })
      .toBeGreaterThan(0);
    const usage = valueOf(await scrape(), 'tidemark_graph_usage_ratio{scope="account"}');
    expect(usage).toBeGreaterThan(0);
    expect(usage).toBeLessThanOrEqual(1);
    await app.control('faults', { method: 'DELETE' });
  });

  it("reports the last backup's age, and nothing without a backup", async () => {
    expect(valueOf(await scrape(), 'tidemark_backup_age_seconds')).toBeUndefined();
    const reported = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const environment = { DATABASE_URL: toUrl(database.address), DATA_DIR: app.dataDir, ENCRYPTION_KEYS: keys };
    const file = path.join(app.dataDir, 'backup.tar');

    await backup(environment, [file, '--dry-run']);
    expect(valueOf(await scrape(), 'tidemark_backup_age_seconds')).toBeUndefined();
    await backup(environment, [file]);

    expect(valueOf(await scrape(), 'tidemark_backup_age_seconds')).toBeLessThan(30);
    await app.db
      .updateTable('nightly_run')
      .set({ finished_at: new Date(Date.now() - 3600_000) })
      .execute();
    expect(valueOf(await scrape(), 'tidemark_backup_age_seconds')).toBeCloseTo(3600, -2);
    reported.mockRestore();
  });

  it('reports how long the longest-waiting account has been due, whatever delays it', async () => {
    const due = new Date(Date.now() - 7200_000);
    // Leased to another worker, so that no worker here takes them.
    const leased = { lease_owner: 'another', lease_until: new Date(Date.now() + 3600_000) };
    await addAccounts('late', 2, {
      ...leased,
      next_sync_at: due,
      problem: JSON.stringify({ code: 'meta_unavailable' }),
    });

    const text = await scrape();

    expect(valueOf(text, 'tidemark_sync_lag_seconds{state="error"}')).toBeCloseTo(7200, -2);
    expect(valueOf(text, 'tidemark_accounts{state="error"}')).toBe(2);
  });

  it('does not grow with the number of accounts or requested paths', async () => {
    await addAccounts('many', 1000, { problem: JSON.stringify({ code: 'reconnect_required' }) });
    const { token } = await app.as(theo);
    for (const endpoint of Object.values<unknown>(contract).filter(isEndpoint))
      for (const authorization of [null, `Bearer ${token}`])
        for (const id of ['one', 'two']) await ask(endpoint, id, authorization);
    for (const address of ['/.env', '/nothing.js', '/api/v1/none', '/screen/17', '/?x=1'])
      await fetch(`${app.url}${address}`);

    const text = await scrape();

    const series = text.split('\n').filter((line) => line && !line.startsWith('#'));
    expect(series.length).toBeGreaterThan(500);
    expect(series.length).toBeLessThan(2500);
    for (const [, route] of text.matchAll(/route="([^"]*)"/g)) expect(route).toMatch(/^(\/api\/v1\/[\w:/-]+\w|other)$/);
    expect(text).not.toMatch(/many-|nothing\.js|screen|eyJ/);
    for (const name of namesIn(text)) expect(name).toMatch(/^tidemark_[a-z0-9_]+$/);
  });

  it('contains every series that the alerts use', async () => {
    const rules = await readFile(new URL('../../../../../deploy/alerts.rules.yml', import.meta.url), 'utf8');
    const reported = namesIn(await scrape());

    const used = [...rules.matchAll(/\btidemark_[a-z0-9_]+/g)].map(([name]) =>
      name.replace(/_(bucket|count|sum)$/, ''),
    );

    expect(used.length).toBeGreaterThan(10);
    for (const name of used) expect([...reported], name).toContain(name);
  });
});

async function addAccounts(prefix: string, count: number, state: object) {
  const ids = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
  await app.db
    .insertInto('sync_state')
    .values(ids.map((account_id) => ({ account_id, ...state })))
    .execute();
}

function isEndpoint(value: unknown): value is contract.Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}

async function ask({ method, path }: contract.Endpoint, id: string, authorization: string | null) {
  if (path === contract.deleteUser.path && method === contract.deleteUser.method) return;
  const answer = await fetch(`${app.url}/api/v1${path.replaceAll(/:\w+/g, id)}`, {
    method,
    headers: authorization ? { authorization } : {},
  });
  await answer.body?.cancel();
}
