import { addDays } from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../config/config.ts';
import { compareTotals, describeRetirement, type Finding } from '../doctor/rules.ts';
import { dayMetricRows } from '../../../metrics/day-columns.ts';
import { postMetricRows } from '../../../metrics/post-columns.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import { connectInstagram, pageless } from '../../../../test/instagram.ts';
import { connect, startSynced, type WorldAccount } from '../../../../test/world.ts';
import { checkInstallation } from './doctor-graph.ts';

const maya = 'maya@sandbox.test';
let app: TestApp;
let account: WorldAccount;
beforeAll(async () => {
  app = await startTestApp();
  ({ account } = await startSynced(app, maya, { account: 2 }));
});
afterAll(() => app.close());

const listMetricNames = () => [
  ...dayMetricRows.map(([, { instagram }]) => instagram.name),
  ...postMetricRows.flatMap(([, { instagram }]) => instagram?.name ?? []),
];

async function examine(
  faults: object[] = [],
  environment: Record<string, string> = {},
  asked: Parameters<typeof checkInstallation>[1] = { accountId: account.id },
): Promise<Map<string, Finding>> {
  await app.control('faults', { method: 'POST', body: JSON.stringify({ rules: faults }) });
  const config = readConfig(
    { ...app.sandbox.environment, NODE_ENV: 'test', DATA_DIR: app.dataDir, ...environment },
    { sandbox: true },
  );
  const encryptionKeys = `test:${Buffer.alloc(32, 7).toString('base64')}`;
  const findings = new Map<string, Finding>();
  for await (const finding of checkInstallation({ config, db: app.db, encryptionKeys }, asked))
    findings.set(finding.check, finding);
  await app.control('faults', { method: 'DELETE' });
  return findings;
}

describe('tidemark doctor graph at Instagram', () => {
  let pagelessId: string;
  beforeAll(async () => {
    const client = await app.withPlan(pageless.email, 'starter');
    pagelessId = await connectInstagram(app, client);
    await client.link(pagelessId);
  });
  const ask = (faults: object[] = []) => examine(faults, {}, { accountId: null, host: 'instagram' });

  it('confirms what a login without a Facebook page is assumed to provide', async () => {
    const findings = await ask();

    const refuted = [...findings.values()].filter(({ verdict }) => verdict === 'refuted');
    expect(refuted.map(({ check }) => check).filter((check) => !check.endsWith('(optional)'))).toEqual([]);
    for (const check of [
      'Meta answers with the requested version',
      'The token is valid',
      'user_id names the account as Facebook pages do',
      'id is another one, for this app only',
      'Insights are granted',
      'Other accounts are refused without a Facebook page',
      'Days start at midnight in America/Los_Angeles',
      'A range 730 days ago is refused',
      'Posts can be listed',
      'Posts by others are refused without a Facebook page',
      'Usage headers are sent outside a batch',
    ])
      expect(findings.get(check), check).toMatchObject({ verdict: 'confirmed' });
    expect([...findings.keys()].filter((check) => /batch itself|granular|story_insights/.test(check))).toEqual([]);
  });

  it('is chosen for the named account that no business login reaches', async () => {
    const findings = await examine([], {}, { accountId: pagelessId });

    expect(findings.has('Insights are granted')).toBe(true);
  });

  it('reports a refused token, and a withdrawn permission', async () => {
    // Not 190: the app, which runs, would end the login for good.
    const refused = await ask([{ fault: 'error', params: { code: 100 }, match: { path: 'me' } }]);
    const declined = await ask([{ fault: 'permission', match: { path: 'insights' } }]);

    expect(refused.get('The token is valid')).toMatchObject({ verdict: 'refuted' });
    expect(declined.get('Insights are granted')).toMatchObject({ verdict: 'refuted' });
  });

  it('prints no token, ID or name', async () => {
    const text = JSON.stringify([...(await ask()).values(), ...(await ask([{ fault: 'missing-object' }])).values()]);

    for (const private_ of [app.sandbox.environment['INSTAGRAM_APP_SECRET'] ?? '-', pagelessId, 'okafor', 'IGAA'])
      expect(text).not.toContain(private_);
    expect(text).not.toMatch(/\d{9,}/);
  });
});

describe('tidemark doctor graph', () => {
  it('confirms valid assumptions about the Graph API', async () => {
    const findings = await examine();

    const confirmed = (check: string) => expect(findings.get(check), check).toMatchObject({ verdict: 'confirmed' });
    confirmed('The token is valid');
    confirmed('All required permissions are granted');
    confirmed('An end time of midnight adds the next day to a total');
    confirmed('Days start at midnight in America/Los_Angeles');
    confirmed('A series covers every day that starts within its range, both ends included');
    confirmed('A series agrees with the total of one day');
    confirmed('A series dates a day by its start');
    confirmed('30 times 24 hours are accepted');
    confirmed('One second more is rejected for a series');
    confirmed('A range 729 days ago is accepted');
    confirmed('A range 730 days ago is refused');
    confirmed('Instagram has no cells by follow_type 400 days back');
    confirmed('Meta answers with the requested version');
    expect(findings.get('One total may cover 90 days (optional)')).toMatchObject({ verdict: 'refuted' });
    confirmed('Counts are numbers, not text');
    confirmed('views by media_product_type adds up to its total');
    expect(findings.get('profile_activity by action_type returns data')?.detail).toMatch(/bio_link_clicked|email/);
  });

  it('reports failed assumptions', async () => {
    const findings = await examine([
      { fault: 'wrong-types' },
      { fault: 'letter-case', params: { case: 'upper' } },
      { fault: 'batch-headers-inside' },
    ]);

    expect(findings.get('Counts are numbers, not text')).toMatchObject({ verdict: 'refuted', detail: 'string' });
    expect(findings.get('profile_activity by action_type returns data')?.detail).toMatch(/BIO_LINK_CLICKED|EMAIL/);
    expect(findings.get('Usage headers are sent on a batch itself')).toMatchObject({ verdict: 'refuted' });
    expect(findings.get('Usage headers are sent on the items of a batch')).toMatchObject({ verdict: 'confirmed' });
  });

  it('explains what a series value covers if its date has another meaning', async () => {
    const findings = await examine([{ fault: 'series-dated-by-end' }]);

    expect(findings.get('A series agrees with the total of one day')).toMatchObject({ verdict: 'confirmed' });
    const dating = findings.get('A series dates a day by its start');
    const [, dated = '', about = ''] = /dated (\S+), about (\S+)/.exec(dating?.detail ?? '') ?? [];
    expect(dating?.verdict).toBe('refuted');
    expect(addDays(about, 1)).toBe(dated);
  });

  it('asks for each metric of the catalogue', async () => {
    const findings = await examine();

    const tables = ['navigation', 'profile_activity'];
    const asked = listMetricNames().filter((name) => !tables.includes(name) && name !== 'followers_count');
    for (const name of asked) {
      const [verdict] = ['accounts', 'posts'].flatMap(
        (of) => findings.get(`Instagram has ${name} of ${of}`)?.verdict ?? [],
      );
      // A story may not be live when the test runs.
      expect(['confirmed', 'unknown'], name).toContain(verdict);
    }
  });

  it('reports a metric that Instagram has retired', async () => {
    const served = await examine();
    const retired = await examine([{ fault: 'metric-retired', params: { metrics: 'accounts_engaged, shares' } }]);

    for (const check of ['accounts_engaged of accounts', 'shares of accounts', 'shares of posts'].map(
      (metric) => `Instagram has ${metric}`,
    )) {
      expect(served.get(check), check).toMatchObject({ verdict: 'confirmed' });
      expect(retired.get(check), check).toMatchObject({ verdict: 'refuted' });
    }
    expect(retired.get('Instagram has reach of posts')).toMatchObject({ verdict: 'confirmed' });
  });

  it('does not take a refused post for a retired metric', async () => {
    const findings = await examine([{ fault: 'metric-unsupported', params: { metrics: 'shares' } }]);

    expect(findings.get('Instagram has shares of posts')).toMatchObject({ verdict: 'unknown' });
  });

  it('can refute every check', async () => {
    const seen = new Map<string, Set<string>>();
    const see = async (...world: Parameters<typeof examine>) => {
      for (const [check, { verdict }] of await examine(...world))
        seen.set(check.replace(/UTC$/, 'America/Los_Angeles'), (seen.get(check) ?? new Set()).add(verdict));
    };
    const error = (path: string) => ({ fault: 'error', params: { code: 100 }, match: { path } });
    const client = await app.as(maya);
    const reconnect = async (choice: object) => {
      const body = JSON.stringify({ email: maya, ...choice });
      const { code } = await app.control<{ code: string }>('meta/code', { method: 'POST', body });
      await client.connectMeta(code);
    };

    await see();
    await see([
      { fault: 'series-dated-by-end' },
      { fault: 'long-totals', params: { series: true } },
      { fault: 'letter-case' },
    ]);
    await see([
      ...['range-end-excluded', 'old-days-silent', 'old-follow-types', 'wrong-types', 'batch-headers-inside'].map(
        (fault) => ({ fault }),
      ),
      { fault: 'version-upgrade' },
      { fault: 'contradicting-cells' },
      { fault: 'collaborator-without-username', params: { field: 'invite_status' } },
    ]);
    await see([
      { fault: 'revised-days', params: { factor: 1.3 }, match: { path: 'time_series' } },
      { fault: 'empty-data', match: { path: 'subscri' } },
      { fault: 'missing-headers' },
    ]);
    await see([], { META_INSIGHTS_TIMEZONE: 'UTC' });
    await see(['profile_activity', 'navigation'].map(error));
    await see([{ fault: 'metric-retired', params: { metrics: listMetricNames().join() } }]);
    await see(['insights', '/media', 'collaborative_media', 'me/', 'debug_token'].map(error));
    await reconnect({ without: ['pages_manage_metadata', 'ads_read'], tokenType: 'SYSTEM_USER' });
    await see();
    await app.control('meta/expire', { method: 'POST', body: JSON.stringify({ email: maya }) });
    await see();

    // A story may not be live when the test runs.
    const never = [...seen].filter(([, verdicts]) => verdicts.has('confirmed') && !verdicts.has('refuted'));
    expect(never.map(([check]) => check)).toEqual([]);
    expect(seen.size).toBeGreaterThan(40);
    await reconnect({});
  });

  it('names missing permissions', async () => {
    const client = await app.as(maya);
    await connect(app, client, maya);
    const findings = await examine([{ fault: 'permission', match: { path: 'insights' } }]);

    expect(findings.get('views by follow_type returns data')).toMatchObject({ verdict: 'refuted' });
    expect(findings.get('An end time of midnight adds the next day to a total')).toMatchObject({ verdict: 'unknown' });
  });

  it('prints no token, ID or name, so its output can be shared', async () => {
    const findings = [...(await examine()).values(), ...(await examine([{ fault: 'missing-object' }])).values()];

    const text = JSON.stringify(findings);

    const { META_APP_SECRET: secret = '', META_APP_ID: appId = '' } = app.sandbox.environment;
    for (const private_ of [secret, appId, account.id, account.username, 'EAAG', 'Maya'])
      expect(text).not.toContain(private_);
    expect(text).not.toMatch(/\d{9,}/);
  });
});

it('reports a retirement from 90 days before', () => {
  const validUntil = { day: '2027-03-01', source: 'https://example.com', successor: 'views' };
  const verdictOn = (today: string) => describeRetirement('plays', { validUntil }, today)[0]?.verdict;

  expect(verdictOn('2026-12-01')).toBe('confirmed');
  expect(verdictOn('2026-12-02')).toBe('refuted');
  expect(verdictOn('2027-06-01')).toBe('refuted');
  expect(describeRetirement('views', {}, '2026-12-02')).toEqual([]);
});

it('reports unknown whether end times are inclusive if the next day had no activity', () => {
  expect(compareTotals({ short: 5, long: 5, next: 0, day: '2026-11-17' }).verdict).toBe('unknown');
  expect(compareTotals({ short: 5, long: 5, next: 3, day: '2026-11-17' }).verdict).toBe('refuted');
  expect(compareTotals({ short: 5, long: 8, next: 3, day: '2026-11-17' }).verdict).toBe('confirmed');
  expect(compareTotals({ short: null, long: 8, next: 3, day: '2026-11-17' }).verdict).toBe('unknown');
});
