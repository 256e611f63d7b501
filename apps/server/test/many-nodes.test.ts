import { createLiveToken, listAccounts, subscribeDocument } from '@tidemark/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startNode, type Node } from './nodes.ts';
import { startTestApp, type TestApp } from './start-test-app.ts';
import { createTestClient, type TestClient } from './test-client.ts';
import { createTestDatabase } from './test-database.ts';
import { until } from './until.ts';
import { getWorldAccount, listWorldAccounts, connect, untilSynced } from './world.ts';

const limits = { RATE_LIMIT_PER_USER: '2000' };
const maya = 'maya@sandbox.test';

// Needs PostgreSQL and Redis, which several processes share: .ci/run provides both.
describe.runIf(process.env['TEST_REDIS_URL'])('two serving and two working nodes', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let app: TestApp;
  let nodes: { serve: Node; workers: Node[] };

  beforeAll(async () => {
    database = await createTestDatabase();
    const { address } = database;
    app = await startTestApp({ work: false, address, environment: limits });
    const [serve, ...workers] = await Promise.all([
      startNode(app, { role: 'serve', address, environment: limits }),
      startNode(app, { role: 'work', address }),
      startNode(app, { role: 'work', address }),
    ]);
    nodes = { serve, workers };
  }, 120_000);
  afterAll(async () => {
    await Promise.all([nodes.serve, ...nodes.workers].map((node) => node.stop()));
    await app.close();
    await database.drop();
  });

  const getOwner = async (accountId: string) =>
    (await app.db.selectFrom('sync_state').select('lease_owner').where('account_id', '=', accountId).executeTakeFirst())
      ?.lease_owner ?? null;

  /** Waits until a worker has fetched a part of the account; returns the worker. */
  async function untilBegun(accountId: string): Promise<string | null> {
    return until(async () => {
      const { totals } = await app.control<{ totals: { requests: number } }>(`ledger?account=${accountId}`);
      return totals.requests >= 5 && (await getOwner(accountId));
    });
  }

  /** Waits for a takeover: a dead worker's lease expires after 30 s, and the next poll takes the account over. */
  async function untilTakenOver(client: TestClient, accountId: string): Promise<void> {
    await untilSynced(client, accountId).catch(() => untilSynced(client, accountId));
  }

  it("continues a killed worker's account, and stores nothing twice", async () => {
    const client = await app.withPlan(maya, 'pro');
    await connect(app, client, maya);
    const account = await getWorldAccount(app, maya, 2);
    await app.control('faults', {
      method: 'POST',
      body: JSON.stringify({ rules: [{ fault: 'slow', match: { account: account.id }, params: { millis: 60 } }] }),
    });
    await client.link(account.id);
    const holder = await untilBegun(account.id);

    const killed = nodes.workers.find(({ pid }) => holder?.endsWith(`:${pid}`));
    await killed?.kill();
    nodes.workers = [
      ...nodes.workers.filter((node) => node !== killed),
      await startNode(app, { role: 'work', address: database.address }),
    ];
    await app.control('faults', { method: 'DELETE' });
    await untilTakenOver(client, account.id);

    expect(killed).toBeDefined();
    const [report] = await app.verify({ accountId: account.id });
    expect(report?.outcome).toBe('same');
  });

  it('distributes accounts among workers, and never syncs one twice concurrently', async () => {
    const ines = 'ines@sandbox.test';
    const client = await app.withPlan(ines, 'agency');
    await connect(app, client, ines);
    const accounts = (await listWorldAccounts(app, ines)).toSorted((a, b) => a.mediaCount - b.mediaCount).slice(0, 6);
    await app.control('faults', {
      method: 'POST',
      body: JSON.stringify({ rules: [{ fault: 'slow', params: { millis: 80 } }] }),
    });
    for (const { id } of accounts) await client.link(id);
    const owners = new Set<string>();
    const stillReads = async () => {
      const rows = await app.db.selectFrom('sync_state').select(['lease_owner', 'initialized_at']).execute();
      for (const { lease_owner } of rows) if (lease_owner) owners.add(lease_owner);
      return rows.some((row) => row.initialized_at === null);
    };
    for (const deadline = Date.now() + 50_000; (await stillReads()) && Date.now() < deadline;) {
      // Accounts without a lease are always due, so that both workers compete for them.
      await app.db
        .updateTable('sync_state')
        .set({ next_sync_at: new Date() })
        .where('lease_until', 'is', null)
        .execute();
      await sleep(100);
    }
    await app.control('faults', { method: 'DELETE' });

    expect(owners.size).toBe(2);
    for (const { id, mediaCount } of accounts) {
      const { entries } = await app.control<{ entries: { path: string }[] }>(`ledger?account=${id}`);
      const pages = entries.filter(({ path }) => path.includes(`${id}/media`));
      expect(pages.length, `pages of ${id}`).toBe(Math.max(1, Math.ceil(mediaCount / 50)));
      const [report] = await app.verify({ accountId: id });
      expect(report?.outcome).toBe('same');
    }
  });

  it('hands over an unfinished sync immediately when a worker stops', async () => {
    const client = await app.withPlan(maya, 'pro');
    const account = await getWorldAccount(app, maya, 0);
    await app.control('faults', {
      method: 'POST',
      body: JSON.stringify({ rules: [{ fault: 'slow', match: { account: account.id }, params: { millis: 100 } }] }),
    });
    await client.link(account.id);
    const holder = await untilBegun(account.id);

    const stopped = nodes.workers.find(({ pid }) => holder?.endsWith(`:${pid}`));
    const reportedAt = Date.now();
    await stopped?.stop();
    let next = await getOwner(account.id);
    for (; (!next || next === holder) && Date.now() - reportedAt < 30_000; await sleep(20))
      next = await getOwner(account.id);

    expect(stopped).toBeDefined();
    expect(next).not.toBe(holder);
    expect(Date.now() - reportedAt).toBeLessThan(12_000);
    await app.control('faults', { method: 'DELETE' });
    await untilTakenOver(client, account.id);
    const [report] = await app.verify({ accountId: account.id });
    expect(report?.outcome).toBe('same');
  });

  it('shows changes from one node on another', async () => {
    const here = await app.as(maya);
    const there = createTestClient(nodes.serve.url, here.token);
    const { user } = await there.load();
    const { token } = await there.call(createLiveToken, { params: { userId: user._id } });
    const gone = new AbortController();
    const stream = await fetch(`${nodes.serve.url}/api/v1/sse/user/${token}`, { signal: gone.signal });
    const reported: string[] = [];
    const reading = (async () => {
      for await (const part of stream.body ?? []) reported.push(Buffer.from(part).toString());
    })().catch(() => undefined);
    const account = await getWorldAccount(app, maya, 1);

    await here.link(account.id);
    await here.call(subscribeDocument, { body: { docType: 'account', docId: account.id } });
    await untilSynced(here, account.id);
    for (const deadline = Date.now() + 5_000; !reported.join('').includes('"active":false') && Date.now() < deadline;)
      await sleep(50);

    expect(reported.join('')).toContain('user-accounts-update');
    expect(reported.join('')).toContain('account-update');
    gone.abort();
    await reading;
  });

  it('counts a user’s calls on all nodes together', async () => {
    const here = await app.as('theo@sandbox.test');
    const there = createTestClient(nodes.serve.url, here.token);
    const statuses = new Set<number>();
    const ask = (client: TestClient) =>
      client.call(listAccounts, {}).then(
        () => statuses.add(200),
        ({ status }: { status: number }) => statuses.add(status),
      );
    // Each node alone stays below the limit of a user.
    for (let attempt = 0; attempt < 1_200; attempt += 10)
      await Promise.all([here, there].flatMap((client) => Array.from({ length: 10 }, () => ask(client))));

    expect(statuses).toEqual(new Set([200, 429]));
  });
});
