import { createBusinessLogin } from '../apps/server/src/clients/instagram-graph/business-login.ts';
import { createGraphHttp, type GraphHttp } from '../apps/server/src/clients/instagram-graph/graph-http.ts';
import { createTestClock, passTime, untilQuiet } from '../apps/server/test/passing-time.ts';
import { count, printTable, ratio } from './report.ts';
import { findSandboxAccount, connect, givePlan, type WorldAccount } from './sandbox-people.ts';
import { startParts, type Parts } from './start-parts.ts';

// An account's day with 345 posts, 30 % of them carousels, and three stories a day, after the first sync.
const email = 'ines@sandbox.test';
const accountNumber = 23;
const days = 5;
const dayMillis = 86_400_000;

interface Totals {
  requests: number;
  calls: number;
}

interface Page {
  data: { id: string; media_type?: string; media_product_type?: string; children?: { data: { id: string }[] } }[];
  paging?: { cursors?: { after?: string }; next?: string };
}

/**
 * Makes the same calls as a popular open-source connector: the profile, four for account insights, three for
 * demographics, every page of posts, each carousel child, each post's insights, the stories and their insights.
 */
async function readNaively(graph: GraphHttp, token: string, { id }: WorldAccount, now: Date): Promise<void> {
  const caller = { token, accountId: id };
  const until = Math.floor(now.getTime() / dayMillis) * 86_400;
  const yesterday = { period: 'day', since: until - 86_400, until };
  const total = { ...yesterday, metric_type: 'total_value' };
  await graph.get(caller, id, { fields: 'id,username,name,followers_count,follows_count,media_count' });
  await graph.get(caller, `${id}/insights`, { ...yesterday, metric: 'reach,follower_count' });
  await graph.get(caller, `${id}/insights`, {
    ...total,
    metric: 'views,total_interactions,likes,comments,saves,shares',
  });
  await graph.get(caller, `${id}/insights`, { ...total, metric: 'accounts_engaged,replies,profile_links_taps' });
  await graph.get(caller, `${id}/insights`, { ...yesterday, period: 'lifetime', metric: 'online_followers' });
  for (const breakdown of ['age,gender', 'country', 'city'])
    await graph.get(caller, `${id}/insights`, {
      metric: 'follower_demographics',
      period: 'lifetime',
      metric_type: 'total_value',
      breakdown,
    });
  const kinds = { FEED: 'reach,views,likes,comments,saved,shares', REELS: 'reach,views,likes,comments,saved,shares' };
  let after: string | undefined;
  do {
    const page = (await graph.get(caller, `${id}/media`, {
      fields: 'id,media_type,media_product_type,caption,timestamp,children{id}',
      limit: 100,
      after,
    })) as Page; // the requested fields
    for (const media of page.data) {
      for (const child of media.children?.data ?? [])
        await graph.get(caller, child.id, { fields: 'id,media_type,media_url' });
      const metric = media.media_product_type === 'REELS' ? kinds.REELS : kinds.FEED;
      await graph.get(caller, `${media.id}/insights`, { metric });
    }
    after = page.paging?.next ? page.paging.cursors?.after : undefined;
  } while (after);
  const stories = (await graph.get(caller, `${id}/stories`, { fields: 'id', limit: 100 })) as Page; // as above
  for (const story of stories.data)
    await graph.get(caller, `${story.id}/insights`, { metric: 'reach,views,replies' }).catch(() => undefined);
}

async function readLedger(app: Parts, id: string): Promise<Totals> {
  return (await app.control<{ totals: Totals }>(`ledger?account=${id}`)).totals;
}

const time = createTestClock();
const app = await startParts({ work: true, clock: time.clock, pollIntervalSeconds: 0.1 });
try {
  const client = await app.as(email);
  await givePlan(app, client, 'agency');
  await connect(app, client, email);
  const account = await findSandboxAccount(app, email, accountNumber);
  await client.link(account.id);
  await untilQuiet(app, time);

  const ours: Totals[] = [];
  const before = process.memoryUsage().rss;
  for (let day = 0; day < days; day += 1) {
    await app.control('ledger', { method: 'DELETE' });
    await passTime(app, time, new Date(time.now().getTime() + dayMillis));
    ours.push(await readLedger(app, account.id));
  }
  const grown = process.memoryUsage().rss - before;

  const { environment } = app.sandbox;
  const graph = createGraphHttp({
    baseUrl: environment['META_GRAPH_BASE_URL'] ?? '',
    version: environment['META_GRAPH_VERSION'] ?? '',
    appId: environment['META_APP_ID'] ?? '',
    appSecret: environment['META_APP_SECRET'] ?? '',
  });
  const { code } = await app.control<{ code: string }>('meta/code', { method: 'POST', body: { email } });
  const { token } = await createBusinessLogin(graph).exchangeCode(code);
  await app.control('ledger', { method: 'DELETE' });
  await readNaively(graph, token, account, time.now());
  const naive = await readLedger(app, account.id);

  const most = {
    requests: Math.max(...ours.map(({ requests }) => requests)),
    calls: Math.max(...ours.map(({ calls }) => calls)),
  };
  printTable(
    `day: a day of an account with ${count(account.mediaCount)} posts and three stories a day, the dearest of ${days}, nobody looking`,
    ['', 'Tidemark', 'naive', 'naive to Tidemark'],
    [
      [
        'HTTP requests to the Graph API',
        count(most.requests),
        count(naive.requests),
        ratio(naive.requests, most.requests),
      ],
      ['calls that Meta counts', count(most.calls), count(naive.calls), ratio(naive.calls, most.calls)],
      ['memory that five days added', `${(grown / 1024 / 1024).toFixed(1)} MB`, '', ''],
    ],
  );
} finally {
  await app.close();
}
