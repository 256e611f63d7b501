import { sql } from 'kysely';
import { createBusinessLogin } from '../apps/server/src/clients/instagram-graph/business-login.ts';
import { createGraphHttp } from '../apps/server/src/clients/instagram-graph/graph-http.ts';
import type { TestClient } from '../apps/server/test/test-client.ts';
import { count, median, milliseconds, printTable, ratio, timed } from './report.ts';
import { findSandboxAccount, connect, givePlan, untilSynced, type WorldAccount } from './sandbox-people.ts';
import { startParts, type Parts } from './start-parts.ts';

const email = 'maya@sandbox.test';
const retentionDays = 730;

interface Ledger {
  entries: { at: string }[];
  totals: { requests: number; calls: number };
}

/**
 * Returns the requests for a naive sync without batches: one per metric group and day, and one per media item and
 * metric group.
 */
function naiveRequests({ insightsSince, mediaCount, liveStories }: WorldAccount): number {
  const known = Math.floor((Date.now() - Date.parse(insightsSince)) / 86_400_000) + 1;
  const groups = 4;
  const profile = 1;
  const demographics = 2 * 3;
  const windows = 2 * 4;
  const mediaPages = Math.ceil(mediaCount / 50);
  const storyList = 1;
  return (
    profile +
    demographics +
    windows +
    Math.min(known, retentionDays) * groups +
    mediaPages +
    mediaCount * 2 +
    storyList +
    liveStories * 2
  );
}

/** Times one such request, on the same sandbox with the same latency. */
async function timeOneRequest(app: Parts, accountId: string): Promise<number> {
  const { environment } = app.sandbox;
  const graph = createGraphHttp({
    baseUrl: environment['META_GRAPH_BASE_URL'] ?? '',
    version: environment['META_GRAPH_VERSION'] ?? '',
    appId: environment['META_APP_ID'] ?? '',
    appSecret: environment['META_APP_SECRET'] ?? '',
  });
  const { code } = await app.control<{ code: string }>('meta/code', {
    method: 'POST',
    body: { email },
  });
  const { token } = await createBusinessLogin(graph).exchangeCode(code);
  const times: number[] = [];
  for (let day = 1; day <= 30; day += 1) {
    const until = Math.floor(Date.now() / 86_400_000 - day) * 86_400;
    const parameters = {
      metric: 'views,reach,total_interactions,likes,comments,saves,shares',
      period: 'day',
      metric_type: 'total_value',
      breakdown: 'media_product_type',
      since: until - 86_400,
      until,
    };
    times.push(await timed(() => graph.get({ token, accountId }, `${accountId}/insights`, parameters)));
  }
  return median(times);
}

async function countRows(app: Parts, accountId: string): Promise<number> {
  const tables = ['account_day', 'account_window', 'media', 'media_day', 'demographics'];
  const counts = tables.map((table) => sql`select 1 from ${sql.table(table)} where account_id = ${accountId}`);
  const { rows } = await sql<{
    rows: number;
  }>`select count(*) as rows from (${sql.join(counts, sql` union all `)}) as stored`.execute(app.db);
  return rows[0]?.rows ?? 0;
}

/** Measures the first sync for one of her accounts, with Meta `distance` milliseconds away. */
async function measure(app: Parts, client: TestClient, index: number, distance: number): Promise<void> {
  const account = await findSandboxAccount(app, email, index);
  const rules = distance > 0 ? [{ fault: 'slow', params: { millis: distance } }] : [];
  await app.control('faults', { method: 'POST', body: { rules } });
  await app.control('ledger', { method: 'DELETE' });

  const startedAt = Date.now();
  const took = await timed(async () => {
    await client.link(account.id);
    await untilSynced(client, account.id);
  });

  const { entries, totals } = await app.control<Ledger>(`ledger?account=${account.id}`);
  const rows = await countRows(app, account.id);
  const naive = naiveRequests(account);
  const naiveTook = naive * (await timeOneRequest(app, account.id));
  const waited = Date.parse(entries[0]?.at ?? '') - startedAt;
  printTable(
    `sync: first sync of ${count(account.mediaCount)} posts and the days since ${account.insightsSince}, Meta ${distance} ms away, ${count(rows)} rows stored`,
    ['', 'Tidemark', 'naive', 'naive to Tidemark'],
    [
      ['HTTP requests to the Graph API', count(totals.requests), count(naive), ratio(naive, totals.requests)],
      ['calls that Meta counts', count(totals.calls), count(naive), ratio(naive, totals.calls)],
      [
        'time to the last row (naive: the requests alone)',
        milliseconds(took),
        milliseconds(naiveTook),
        ratio(naiveTook, took),
      ],
      ['of it before the first request', milliseconds(waited), '', ''],
      ['rows per second', count(rows / (took / 1000)), count(rows / (naiveTook / 1000)), ratio(took, naiveTook)],
    ],
  );
}

const app = await startParts({ work: true });
try {
  const client = await app.as(email);
  await givePlan(app, client, 'pro');
  await connect(app, client, email);
  await measure(app, client, 0, 0);
  await measure(app, client, 1, 100);
} finally {
  await app.close();
}
