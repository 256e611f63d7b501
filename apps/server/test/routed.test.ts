import { accountAlertKinds, chosenAlertKinds, createApiKey, reportSectionKinds } from '@tidemark/contract';
import { loadModule } from 'libpg-query';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { accountTables } from '../src/database/distribute.ts';
import { createFileStore } from '../src/platform/files/file-store.ts';
import { listRetentionPolicies } from '../src/app/features.ts';
import { listRefusals } from './citus-plans.ts';
import { listCitusRefusals } from './citus-refusals.ts';
import { recordStatements } from './record-statements.ts';
import { whyNotRouted } from './routing.ts';
import { openAsStranger, share, toChoice, toToken } from './shared-page.ts';
import { startTestApp, type TestApp } from './start-test-app.ts';
import type { TestClient } from './test-client.ts';
import { getWorldAccount, connect, untilSynced } from './world.ts';

const email = 'ines@sandbox.test';
const [from, to] = ['2026-10-01T00:00:00.000Z', '2026-10-28T23:59:59.999Z'];
const days = { startDate: from, endDate: to };
const span = { isoStart: from, isoEnd: to };
const platform = 'instagram';
const metricsSecret = 'only-for-this-test';
const Created = z.object({ id: z.string() });

let app: TestApp;
let client: TestClient;
let accountIds: string[];
let recorded: ReturnType<typeof recordStatements>;

const setFaults = (rules: object[]) => app.control('faults', { method: 'POST', body: JSON.stringify({ rules }) });

beforeAll(async () => {
  await loadModule();
  recorded = recordStatements();
  app = await startTestApp({ thumbnails: true, environment: { METRICS_TOKEN: metricsSecret } });
  client = await app.withPlan(email, 'agency');
  await connect(app, client, email);
  // A failed copy, before those that succeed.
  await setFaults([{ fault: 'expired-media-urls', match: { path: '/media/' }, times: 2 }]);
  accountIds = await Promise.all([2, 3].map(async (number) => (await getWorldAccount(app, email, number)).id));
  for (const id of accountIds) await client.link(id);
  for (const id of accountIds) await untilSynced(client, id);
  // The nightly job queries thumbnails only once there are some.
  const kinds = app.db
    .selectFrom('media_thumbnail')
    .select(({ fn }) => [fn.count<number>('file').as('copied'), fn.max('failures').as('failures')])
    .where('account_id', 'in', accountIds);
  await vi.waitFor(async () => {
    const { copied, failures } = await kinds.executeTakeFirstOrThrow();
    expect([copied > 0, failures]).toEqual([true, 1]);
  }, 20_000);
});
afterAll(async () => {
  recorded.stop();
  await app.close();
});

async function ask(method: string, path: string, json?: object, token = client.token): Promise<unknown> {
  const answer = await fetch(`${app.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(json ? { 'content-type': 'application/json' } : {}) },
    body: json && JSON.stringify(json),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null;
}

/** Statements that query every shard on purpose. */
const fanOuts: [RegExp, string][] = [
  [/^select .*from "sync_state" where "next_sync_at" <= /, 'what is due: by an index on each shard, 500 rows at most'],
  [/from "sync_state" where problem->>'code' in .* and "account_id" > /, 'what waits for its owner: by a small index'],
  [/^update "sync_state" set "lease_owner" = .* where "lease_until" is not null$/, 'the start of an only process'],
  [/^update "thumbnail_queue" set "claimed_until" = \$1$/, 'the start of an only process'],
  [/^update "sync_state" set .* from "account" where .* <> /, 'the start of a worker: networks switched on or off'],
  [
    /^select count\(\*\) as "count" from "account" where \(type = any/,
    'the start of a worker: accounts that are paused',
  ],
  [/from "account" left join "thumbnail_queue" .* limit /, 'whose pictures are copied next: twenty rows at most'],
  [
    /^select "account_id" from "sync_state" where "initialized_at" is not null and .* limit /,
    'what is replayed next: by an index',
  ],
  [/from "account" where "orphaned_at" </, 'what nobody has linked: by an index'],
  [/from "account" where "orphaned_at" is null and "account_id" > /, 'once an hour: what nobody has linked any more'],
  [/from sync_state group by 1$/, 'figures for operators and Prometheus'],
  [/from "media" where "product_type" = \$1 and "published_at" < \$2 limit /, 'once a night: old stories'],
  [/from "media" where "caption_version" < 1 limit /, 'posts of an earlier version: by an index that is empty'],
  [/from "media_thumbnail" where "file" in /, 'once a night: files without a row'],
  [/from "account" where "avatar_file" in /, 'once a night: files without a row'],
  [/^delete from api_call_hour\s+using/, 'once a night: old counts of calls'],
  [/^delete from sync_answer\s+using/, 'once a night: old answers'],
  [/^delete from "window_request" where "requested_at" </, 'once a night: yesterday’s requests'],
];
const byOperators =
  /^select (count\(\*\) as accounts|problem->>|"hour"|count\(\*\) filter|count\(\*\) as "accounts"|"account"\."account_id", "account"\."type")|^select count\(\*\) as "total" from "account"/;

function isKnown(statement: string): boolean {
  return fanOuts.some(([pattern]) => pattern.test(statement)) || byOperators.test(statement);
}

function listStatements(): string[] {
  const texts = [...recorded.statements.keys()].map((text) => text.trim().replaceAll(/\s+/g, ' '));
  return texts.filter((text) => /^(select|insert|update|delete|with)\b/i.test(text) && !text.includes('jobs.'));
}

function refused(): Record<string, string[]> {
  const problems = listStatements().map((text): [string, string[]] => [
    text,
    [...(isKnown(text) ? [] : whyNotRouted(text)), ...listCitusRefusals(text)],
  ]);
  return Object.fromEntries(problems.filter(([, reasons]) => reasons.length > 0));
}

describe('the account tables', () => {
  it('are all tables with an account_id, except users’ links, connections and labels', async () => {
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.columns
      where column_name = 'account_id' and table_schema = current_schema()`.execute(app.db);

    const small = [
      'account_ref',
      'alert',
      'alert_choice',
      'annotation',
      'app_comparison',
      'bluesky_account',
      'bluesky_login',
      'connection_account',
      'instagram_login',
      'lent_account',
      'peer',
      'post_label',
    ];
    expect(rows.map(({ name }) => name).sort()).toEqual([...accountTables, ...small].sort());
  });

  it('have the account in every unique index, and no foreign keys', async () => {
    const { rows } = await sql<{ what: string }>`
      select indexrelid::regclass::text as what from pg_index
      where indisunique and indrelid::regclass::text = any(${sql.val([...accountTables])}::text[]) and not exists (
        select from pg_attribute where attrelid = indrelid and attname = 'account_id' and attnum = any(indkey))
      union all
      select conname from pg_constraint where contype = 'f'
        and (conrelid::regclass::text = any(${sql.val([...accountTables])}::text[])
          or confrelid::regclass::text = any(${sql.val([...accountTables])}::text[]))`.execute(app.db);

    expect(rows).toEqual([]);
  });
});

describe('the product’s statements', () => {
  it('name the accounts when users view metrics', async () => {
    const own = { accountIds };
    const compared = { cStart: from, cEnd: to, pStart: '2026-09-03T00:00:00.000Z', pEnd: '2026-09-30T23:59:59.999Z' };
    for (const ids of [own, { accountIds: accountIds.slice(0, 1) }]) {
      for (const metric of ['engagement-rate', 'conversion-rate', 'virality-score', 'engaged-audience']) {
        await ask('POST', `/metrics/account/insight/${metric}`, { ...compared, ...ids });
        await ask('POST', `/metrics/account/evidence/${metric}`, { ...days, ...ids, asOf: to });
      }
      for (const metric of ['follower_demographics', 'online_followers'])
        await ask('POST', `/metrics/account/evidence/${metric}`, { ...days, ...ids });
      const part = { dimension: 'follow_type', value: 'FOLLOWER' };
      await ask('POST', '/metrics/account/evidence/views', { ...days, ...ids, part });
      for (const metric of ['views', 'published'])
        await ask('POST', `/metrics/media/evidence/${metric}`, { ...days, ...ids, mediaIds: null });
      await ask('POST', '/metrics/account/timeseries/reach', { ...days, ...ids });
      for (const metric of ['reach', 'total_interactions'])
        await ask('POST', `/metrics/breakdown/${metric}`, { ...days, ...ids });
    }
    await ask('POST', '/metrics/account/latest', { ...span, ...own, platform, metric: 'follower_demographics' });
    for (const what of ['activity', 'top-format'])
      await ask('POST', `/metrics/media/${what}`, { ...span, ...own, platform });
    await ask('POST', '/metrics/annotations', { ...days, ...own, timeZone: 'UTC' });
    await ask('POST', '/metrics/media/best-time', { accountId: own.accountIds[0], timeZone: 'UTC', format: null });
    for (const filterMode of ['combined', 'published', 'active'])
      await ask('POST', '/media/datagrid/query', {
        grid: { paginationModel: { page: 0, pageSize: 10 }, sortModel: [{ field: 'reachTotal', sort: 'desc' }] },
        filters: { ...span, query: 'a', filterMode },
        platform,
        ...own,
      });
    await ask('POST', '/posts/gallery', {
      ...span,
      ...own,
      metric: 'views',
      sort: { by: 'metric', direction: 'desc' },
      filters: { query: 'a', withStories: true, weekday: 1, hashtag: 'a' },
      page: 0,
      pageSize: 10,
    });
    await ask('POST', '/media/list/date/range', { ...span, ...own });
    await ask('POST', '/media/get', { ...span, ...own, platform, filterMode: 'combined' });
    await ask('GET', '/media/count');
    const alerts = {
      all: { app: chosenAlertKinds, mail: [] },
      exceptions: accountIds.map((accountId) => ({ accountId, app: accountAlertKinds, mail: [] })),
    };
    await ask('POST', '/user/alerts/preview', alerts);
    await ask('PUT', '/user/alert-settings', alerts);
    await ask('GET', '/user/alert-settings');
    await ask('POST', '/metrics/peers', { accountId: own.accountIds[0] });
    await ask('GET', '/user/alerts');
    await ask('POST', '/user/alerts/read', { alertIds: null });
    const newKey = { name: 'Sheet', scopes: ['analytics:read'], expiresInDays: null };
    const created = createApiKey.response.parse(await ask('POST', '/user/api-keys', newKey));
    await ask('GET', '/user/api-keys');
    await ask('POST', '/metrics/account/timeseries/views', { ...days, ...own }, created.key);
    await ask('DELETE', `/user/api-keys/${created.apiKey.id}`);
    const sections = [
      'metrics',
      'breakdowns',
      'days',
      'posts',
      'media',
      'demographics',
      'activity',
      'names',
      'accounts',
    ];
    await ask('POST', '/metrics/export', { ...compared, ...own, format: 'json', sections });
    const singleAccountSections = ['best-time-suggestions', 'labels', 'label-tests', 'peers', 'peer-days'];
    await ask('POST', '/metrics/export', {
      ...compared,
      accountIds: own.accountIds.slice(0, 1),
      format: 'json',
      sections: singleAccountSections,
    });
    const reportSections = reportSectionKinds.map((kind) => ({ kind, comment: '' }));
    const report = {
      ...own,
      title: 'Report',
      range: { kind: 'last-days', days: 28 },
      comparison: 'previous-period',
      timeZone: 'UTC',
      sections: reportSections,
    };
    const saved = Created.parse(await ask('POST', '/reports', report));
    await ask('PUT', `/reports/${saved.id}`, report);
    for (const path of ['/reports', `/reports/${saved.id}/content`]) await ask('GET', path);
    await ask('POST', '/reports/preview', report);
    await ask('DELETE', `/reports/${saved.id}`);
    for (const isFrozen of [false, true]) {
      const link = await share(client, toChoice(accountIds, { sections: reportSections }), { isFrozen });
      await openAsStranger(app, toToken(link));
      await ask('POST', `/user/shares/${link.id}/revoke`);
    }
    const { user } = await client.load();
    await app.db.updateTable('app_user').set({ role: 'system-admin' }).where('user_id', '=', user._id).execute();
    const posts = await app.db
      .selectFrom('media')
      .select('media_id')
      .where('account_id', '=', accountIds[0] ?? '')
      .where('product_type', '!=', 'STORY')
      .limit(5)
      .execute();
    await ask('GET', `/account/${accountIds[0]}/post/${posts[0]?.media_id}`);
    await ask('GET', `/account/${accountIds[0]}/post/${posts[0]?.media_id}/evidence/views?asOf=${to}`);
    const labelled = posts.map(({ media_id }) => ({ accountId: accountIds[0], mediaId: media_id }));
    const test = { ...own, metric: 'reach' };
    const rule = { formats: ['reel'], weekdays: [1], hashtag: 'a', caption: 'b' };
    for (const label of [{ rule: null }, { rule }]) {
      const name = label.rule ? 'by a rule' : 'by hand';
      const { id } = Created.parse(await ask('POST', '/labels', { name, color: 'red', ...label, test }));
      if (!label.rule) await ask('PUT', `/labels/${id}/posts`, { posts: labelled, labelled: true });
      await ask('POST', '/media/datagrid/query', {
        grid: { paginationModel: { page: 0, pageSize: 10 }, sortModel: [] },
        filters: { ...span, query: '', filterMode: 'combined', labelId: id },
        platform,
        ...own,
      });
    }
    await app.db
      .updateTable('label')
      .set({ test_started_at: new Date(Date.now() - 40 * 86_400_000) })
      .execute();
    await ask('POST', '/media/labels', { posts: labelled });
    await ask('POST', '/metrics/labels/compare', { ...days, ...own, metric: 'engagement_rate' });
    await ask('POST', '/metrics/labels/tests', {});
    for (const mediaIds of [null, posts.map(({ media_id }) => media_id)]) {
      await ask('POST', '/metrics/media/aggregated', { ...days, ...own, mediaIds, metricNames: ['reach'] });
      await ask('POST', '/metrics/media/opportunities', { endDate: to, ...own, mediaIds });
    }

    expect(refused()).toEqual({});
  });

  it('name the accounts when they are synced, viewed, unlinked and revoked', async () => {
    const [id = '', other = ''] = accountIds;
    const account = { accountId: other, type: 'instagram_account' };
    await ask('POST', '/sse/subscribe/list', { documents: accountIds.map((docId) => ({ docType: 'account', docId })) });
    await app.db.updateTable('sync_state').set({ next_sync_at: new Date() }).where('account_id', '=', id).execute();
    await ask('POST', `/account/${id}/refresh`);
    for (const path of ['/account/list', '/account/connections/instagram_account', `/account/${id}/sync-status`])
      await ask('GET', path);
    await ask('GET', `/account/get?accountId=${id}&type=instagram_account`);
    await ask('POST', '/user/account/unlink', account);
    await ask('POST', '/user/account/link', { ...account, accountRefId: null });
    await connect(app, client, email);
    await ask('GET', '/account/connections/instagram_account');
    await ask('GET', '/user/export');
    await untilSynced(client, id);
    await ask('DELETE', '/user/connections/meta');

    expect(refused()).toEqual({});
  });

  it('are listed when they query every shard: operator lists and nightly jobs', async () => {
    const operator = await app.as('olu@sandbox.test');
    for (const path of ['/admin/accounts/stats', '/admin/audit', '/admin/fleet', '/admin/overview', '/admin/users'])
      await ask('GET', path, undefined, operator.token);
    await ask('PUT', `/admin/accounts/${accountIds[0]}/throttle`, { throttle: 2 }, operator.token);
    await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${metricsSecret}` } });
    const files = createFileStore(`${app.dataDir}/files`);
    for (const { deleteBatch } of listRetentionPolicies({
      db: app.db,
      files,
      storyDays: 1,
      answerDays: 1,
      session: { idleHours: 168, maxHours: 720 },
    }))
      // Files bear the time of the machine, which may be years ahead of the tests' clock.
      await deleteBatch(new Date(Date.now() + 20_000 * 86_400_000));

    expect(refused()).toEqual({});
    const all = listStatements();
    for (const table of accountTables) expect(all.join('\n'), table).toContain(table);
    for (const [pattern, why] of fanOuts)
      expect(
        all.some((text) => pattern.test(text)),
        why,
      ).toBe(true);
  });

  // Last: by now all statements are recorded.
  it("are planned by Citus for the account's shard, if there is a cluster", async ({ skip }) => {
    if (!process.env['TEST_CITUS_URL']) skip('TEST_CITUS_URL is not set');

    expect(await listRefusals(app.db, listStatements(), { mayFanOut: isKnown })).toEqual({});
  });
});
