import {
  addDays,
  cardMetrics,
  dayMillis,
  type Evidence,
  type EvidenceCall,
  getMetricCard,
  getMetricEvidence,
  getPost,
  getPostEvidence,
  type CardMetric,
  accountMetrics,
  getBreakdown,
  getPostsEvidence,
  getLatestMetric,
  PostFigures,
  type PostMetric,
  PostsMetric,
} from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFaultApp, type FaultApp } from '../../../../test/faults.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { listWorldAccounts, trueMedia, worldToday, type WorldAccount } from '../../../../test/world.ts';

let app: FaultApp;
let client: TestClient;
let account: WorldAccount;
let other: WorldAccount;
let today: string;
beforeAll(async () => {
  const crowd = { owner: 'ines' as const, accounts: 2, days: 200, followers: 5_000, postsPerWeek: 5 };
  app = await startFaultApp({ start: new Date('2026-03-20T18:00:00Z'), sandboxOptions: { crowd } });
  const found = (await listWorldAccounts(app, 'ines@sandbox.test')).filter(({ username }) =>
    username.startsWith('crowd.'),
  );
  [account, other] = found as [WorldAccount, WorldAccount]; // as requested above
  await app.begin(account);
  await app.begin(other);
  await app.pass(3);
  client = await app.as('ines@sandbox.test');
  today = await worldToday(app);
}, 120_000);
afterAll(() => app.close());

interface Chosen {
  days?: number;
  to?: string;
  accountIds?: string[];
}

function toRange({ days = 7, to = addDays(today, -1) }: Chosen) {
  return [`${addDays(to, 1 - days)}T00:00:00.000Z`, `${to}T23:59:59.999Z`] as const;
}

function explain(metric: CardMetric, chosen: Chosen = {}): Promise<Evidence> {
  const [startDate, endDate] = toRange(chosen);
  const { accountIds = [account.id] } = chosen;
  return client.call(getMetricEvidence, { params: { metric }, body: { startDate, endDate, accountIds } });
}

function explainPost(mediaId: string, metric: PostMetric): Promise<Evidence> {
  return client.call(getPostEvidence, { params: { id: account.id, mediaId, metric }, query: {} });
}

/** Returns the values at the used places of a call. */
function readUsed({ body, used }: EvidenceCall): unknown[] {
  return used.map((place) =>
    place.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown>)[step], body),
  );
}

/** Adds up the used values; a table without the row counts as zero. */
const sumUsed = (calls: readonly EvidenceCall[]) =>
  calls.flatMap(readUsed).reduce<number>((total, value) => total + (typeof value === 'number' ? value : 0), 0);

describe('evidence of a metric', () => {
  it.each(cardMetrics)('shows the value of the card for %s, and an answer for each of its numbers', async (metric) => {
    const [cStart, cEnd] = toRange({});
    const { current, isApprox } = await client.call(getMetricCard, {
      params: { metric },
      body: { cStart, cEnd, accountIds: [account.id] },
    });

    const { value, missing, calls, formula, definitions, ...evidence } = await explain(metric);

    expect({ value, isApprox: evidence.isApprox, missing }).toEqual({ value: current, isApprox, missing: [] });
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.every(({ used }) => used.length > 0)).toBe(true);
    expect(calls.flatMap(readUsed)).not.toContain(undefined);
    expect(definitions.length).toBeGreaterThan(0);
    expect(formula).toMatch(/[=≈] /);
  });

  it.each(['views', 'total_interactions'] as const)('adds up the days of all accounts for %s', async (metric) => {
    const { value, calls } = await explain(metric, { accountIds: [account.id, other.id] });

    expect(calls).toHaveLength(14);
    expect(sumUsed(calls)).toBe(value);
    expect(calls.map(({ days }) => days?.to)).toEqual(
      calls.map(({ days }) => days?.to ?? '').toSorted((one, two) => two.localeCompare(one)),
    );
  });

  it("shows Instagram's own count of a week's reach", async () => {
    const { calls, value } = await explain('reach');

    expect(calls).toHaveLength(1);
    expect(calls[0]?.days).toEqual({ from: addDays(today, -7), to: addDays(today, -1) });
    expect(calls.flatMap(readUsed)).toEqual([value]);
  });

  it('fills the numbers into the formula', async () => {
    const { formula, calls, value } = await explain('engagement-rate');

    const [reach = 0] = calls.filter(({ days }) => days?.from !== days?.to).flatMap(readUsed);
    const interactions = sumUsed(calls.filter(({ days }) => days?.from === days?.to));
    expect((interactions / Number(reach)) * 100).toBeCloseTo(value ?? NaN, 8);
    expect(formula).toContain(
      `${interactions.toLocaleString('en-US')} ÷ ${Number(reach).toLocaleString('en-US')} × 100`,
    );
  });

  it('lists the newest days of a long range, and how many more there are', async () => {
    const { calls, omitted } = await explain('views', { days: 100 });

    expect(calls).toHaveLength(60);
    expect(calls[0]?.days?.to).toBe(addDays(today, -1));
    expect(omitted).toBe(40);
  });

  it('is hidden from users without the account', async () => {
    const stranger = await app.as('maya@sandbox.test');
    const [startDate, endDate] = toRange({});

    await expect(
      stranger.call(getMetricEvidence, {
        params: { metric: 'views' },
        body: { startDate, endDate, accountIds: [account.id] },
      }),
    ).rejects.toMatchObject({ status: 404 });
  });
});

it('is linked from the answer with the number', async () => {
  const [cStart, cEnd] = toRange({});
  const response = await fetch(`${app.url}/api/v1/metrics/account/insight/views`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${client.token}` },
    body: JSON.stringify({ cStart, cEnd, accountIds: [account.id] }),
  });

  expect(response.headers.get('link')).toBe('</api/v1/metrics/account/evidence/views>; rel="describedby"');
  await response.body?.cancel();
});

describe('evidence of a part', () => {
  it.each(accountMetrics)('shows the value and the answers for each part of %s', async (metric) => {
    const [startDate, endDate] = toRange({});
    const body = { startDate, endDate, accountIds: [account.id] };
    const { breakdowns } = await client.call(getBreakdown, { params: { metric }, body });

    for (const { dimensionKeys, results } of breakdowns)
      for (const { value, dimensionValues } of results) {
        const part = { dimension: dimensionKeys[0] ?? 'follow_type', value: dimensionValues[0] ?? '' };
        const evidence = await client.call(getMetricEvidence, { params: { metric }, body: { ...body, part } });
        expect({ part, value: evidence.value, missing: evidence.missing }).toEqual({ part, value, missing: [] });
        const isRemainder = /UNKNOWN|OTHER/.test(part.value) && metric !== 'reach';
        if (!isRemainder) expect(sumUsed(evidence.calls), JSON.stringify(part)).toBe(value);
        expect(evidence.formula).toContain(`= ${value.toLocaleString('en-US')}`);
      }
  });
});

describe('evidence of an estimate', () => {
  it("lists Instagram's counts over windows that bound it", async () => {
    const { isApprox, calls } = await explain('reach', { days: 20 });

    const longer = calls.filter(({ days }) => days && days.from !== days.to);
    expect(isApprox).toBe(true);
    expect(longer.length).toBeGreaterThan(0);
    expect(longer.flatMap(readUsed).every((value) => typeof value === 'number')).toBe(true);
    expect(calls.length).toBeGreaterThan(longer.length);
  });
});

describe('evidence of the audience', () => {
  it('shows the answers with the followers of the snapshot', async () => {
    const [isoStart, isoEnd] = toRange({});
    const { ageGender } = await client.call(getLatestMetric, {
      body: { isoStart, isoEnd, accountIds: [account.id], platform: 'instagram', metric: 'follower_demographics' },
    });

    const { value, calls, missing } = await client.call(getMetricEvidence, {
      params: { metric: 'follower_demographics' },
      body: { startDate: isoStart, endDate: isoEnd, accountIds: [account.id] },
    });

    expect({ value, missing }).toEqual({ value: ageGender.total, missing: [] });
    expect(calls.map(({ parameters }) => parameters['breakdown'])).toEqual(['age,gender', 'country', 'city']);
    expect(sumUsed(calls.slice(0, 1))).toBe(value);
  });

  it('shows the answers with the hours in which followers were online', async () => {
    const [startDate, endDate] = toRange({});

    const { calls, missing, formula } = await client.call(getMetricEvidence, {
      params: { metric: 'online_followers' },
      body: { startDate, endDate, accountIds: [account.id] },
    });

    const days = await app.db
      .selectFrom('online_followers')
      .select('hours')
      .where('account_id', '=', account.id)
      .where('day', '>=', addDays(today, -28))
      .execute();
    expect(missing).toEqual([]);
    expect(calls.flatMap(readUsed)).toHaveLength(days.length);
    expect(formula).toContain(`over ${days.length} days`);
  });
});

describe('evidence of several posts', () => {
  const ask = async (metric: PostsMetric) => {
    const [startDate, endDate] = toRange({ days: 30 });
    const published = (await trueMedia(app, account.id)).filter(({ day }) => day >= startDate.slice(0, 10));
    const mediaIds = published.slice(0, 15).map(({ id }) => id);
    return client.call(getPostsEvidence, {
      params: { metric },
      body: { startDate, endDate, accountIds: [account.id], mediaIds },
    });
  };

  it.each(['views', 'reach', 'total_interactions', 'likes', 'saved'] as const)(
    'adds up what posts gained in the range, and shows their answers for %s',
    async (metric) => {
      const { value, posts, calls, missing, formula } = await ask(metric);

      const listed = posts?.listed ?? [];
      expect(listed.length).toBeGreaterThan(5);
      expect(posts?.omitted).toBe(0);
      expect(listed.reduce((sum, one) => sum + (one.value ?? 0), 0)).toBe(value);
      expect(formula).toContain(`= ${value?.toLocaleString('en-US')}`);
      expect({ calls: calls.length, missing }).toEqual({ calls: listed.length, missing: [] });
    },
  );

  it('finds an answer for each other number of posts', async () => {
    for (const metric of PostsMetric.options) {
      const { value, posts, calls, missing, definitions } = await ask(metric);
      expect(definitions.length).toBeGreaterThan(0);
      expect({ metric, missing: missing.filter(({ reason }) => reason !== 'event') }).toEqual({ metric, missing: [] });
      expect(calls.flatMap(readUsed)).not.toContain(undefined);
      if (metric === 'published') expect(posts?.listed).toHaveLength(value ?? NaN);
    }
  });

  it('is hidden from users without the account', async () => {
    const stranger = await app.as('maya@sandbox.test');
    const [startDate, endDate] = toRange({});

    await expect(
      stranger.call(getPostsEvidence, {
        params: { metric: 'views' },
        body: { startDate, endDate, accountIds: [account.id], mediaIds: null },
      }),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe('evidence of a post', () => {
  it('shows the answer with each metric of a reel', async () => {
    const [reel] = (await trueMedia(app, account.id)).filter(({ kind, hasInsights }) => kind === 'reel' && hasInsights);
    const mediaId = reel?.id ?? '';
    const { figures } = await client.call(getPost, { params: { id: account.id, mediaId } });

    for (const metric of PostFigures.keyof().options) {
      const { value, calls, missing } = await explainPost(mediaId, metric);
      expect({ metric, value, missing }).toEqual({ metric, value: figures[metric], missing: [] });
      if (value === null) expect(calls).toEqual([]);
      else if (metric !== 'engagement_rate') expect(calls.flatMap(readUsed), metric).toEqual([value]);
      else expect(calls.flatMap(readUsed)).toEqual([figures.total_interactions, figures.reach]);
    }
  });

  it('shows no other post', async () => {
    const [post] = (await trueMedia(app, account.id)).filter(({ hasInsights }) => hasInsights);

    const { calls } = await explainPost(post?.id ?? '', 'views');

    expect(JSON.stringify(calls[0]?.body).match(/"id":"\d+"/g) ?? []).toEqual([`"id":"${post?.id}"`]);
  });
});

describe('what a number said before', () => {
  const readCard = async (metric: CardMetric, [cStart, cEnd]: readonly [string, string], accountIds: string[]) =>
    (await client.call(getMetricCard, { params: { metric }, body: { cStart, cEnd, accountIds } })).current;

  it('is what the cards and the post showed then, and the listed answers lead to what they show now', async () => {
    const accountIds = [account.id, other.id];
    const ranges = { week: toRange({ to: addDays(today, 2) }), month: toRange({ days: 20, to: addDays(today, 2) }) };
    const [post] = (await trueMedia(app, account.id)).filter(
      ({ hasInsights, kind }) => hasInsights && kind !== 'story',
    );
    const mediaId = post?.id ?? '';
    const then = app.time.now();
    const shown = new Map<string, number>();
    for (const [name, range] of Object.entries(ranges))
      for (const metric of cardMetrics) shown.set(`${name} ${metric}`, await readCard(metric, range, accountIds));
    const views = (await explainPost(mediaId, 'views')).value;
    await app.pass(4);
    client = await app.as('ines@sandbox.test');

    for (const [name, range] of Object.entries(ranges))
      for (const metric of cardMetrics) {
        const [startDate, endDate] = range;
        const { value, before } = await client.call(getMetricEvidence, {
          params: { metric },
          body: { startDate, endDate, accountIds, asOf: then.toISOString() },
        });
        expect({ name, metric, value: before?.value }).toEqual({ name, metric, value: shown.get(`${name} ${metric}`) });
        expect(before?.isComplete).toBe(true);
        const [newest] = before?.revisions ?? [];
        expect(newest?.to ?? before?.value).toBe(value);
        expect(before?.revisions.at(-1)?.from ?? value).toBe(before?.revisions.length ? before.value : value);
      }
    const { before, value } = await client.call(getPostEvidence, {
      params: { id: account.id, mediaId, metric: 'views' },
      query: { asOf: then.toISOString() },
    });
    expect(before).toMatchObject({ value: views, isComplete: true });
    expect(before?.revisions[0]?.to ?? before?.value).toBe(value);
    today = await worldToday(app);
  });

  it('names the days that an answer changed', async () => {
    const [startDate, endDate] = toRange({});
    const asOf = new Date(app.time.now().getTime() - 3 * dayMillis).toISOString();

    const { before } = await client.call(getMetricEvidence, {
      params: { metric: 'views' },
      body: { startDate, endDate, accountIds: [account.id], asOf },
    });

    const revisions = before?.revisions ?? [];
    expect(revisions.length).toBeGreaterThan(0);
    for (const { from, to, days, at } of revisions) {
      expect(days.reduce((sum, day) => sum + (day.after ?? 0) - (day.before ?? 0), 0)).toBe((to ?? 0) - (from ?? 0));
      expect(at > asOf).toBe(true);
    }
  });

  it('is not complete if answers from then have expired', async () => {
    const { before } = await client.call(getMetricEvidence, {
      params: { metric: 'views' },
      body: {
        startDate: `${addDays(today, -199)}T00:00:00.000Z`,
        endDate: `${addDays(today, -150)}T00:00:00.000Z`,
        accountIds: [account.id],
        asOf: `${addDays(today, -148)}T00:00:00.000Z`,
      },
    });

    expect(before?.isComplete).toBe(false);
  });
});

describe('a value without an answer', () => {
  it('is counted back from a later number of followers', async () => {
    // The clock stands still, so that the steps of a first sync have one instant; usually each has its own.
    await app.db
      .deleteFrom('sync_answer')
      .where('account_id', '=', other.id)
      .where('step', '<>', 'follower_demographics')
      .execute();

    const { value, calls, missing } = await explain('followers', {
      to: addDays(today, -60),
      accountIds: [other.id],
    });

    expect(value).toBeGreaterThan(0);
    expect({ calls, missing }).toEqual({
      calls: [],
      missing: [{ accountId: other.id, reason: 'derived', values: 1 }],
    });
  });

  it('was fetched before answers were stored', async () => {
    await app.db.deleteFrom('sync_answer').where('account_id', '=', other.id).execute();

    const { value, calls, missing } = await explain('views', { accountIds: [other.id] });

    expect(value).toBeGreaterThan(0);
    expect(calls).toEqual([]);
    expect(missing).toEqual([{ accountId: other.id, reason: 'before_answers', values: 7 }]);
  });

  it('was fetched longer ago than answers are stored', async () => {
    const day = addDays(today, -6);
    app.time.moveTo(new Date(app.time.now().getTime() + 91 * dayMillis));
    client = await app.as('ines@sandbox.test');

    const { calls, missing, answerDays } = await explain('views', { days: 1, to: day });

    expect({ calls, missing, answerDays }).toEqual({
      calls: [],
      missing: [{ accountId: account.id, reason: 'expired', values: 1 }],
      answerDays: 90,
    });
  });
});
