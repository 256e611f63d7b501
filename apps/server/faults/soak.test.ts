import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadCallBudget } from '../test/call-budget.ts';
import { startFaultApp, type FaultApp } from '../test/faults.ts';
import { checkInstagramLogins, connectInstagram, createConnectionDeps } from '../test/instagram.ts';
import { untilQuiet } from '../test/passing-time.ts';
import { connect, trueMedia, type WorldAccount } from '../test/world.ts';

const size = { accounts: Number(process.env['SOAK_ACCOUNTS'] ?? 12), days: Number(process.env['SOAK_DAYS'] ?? 3) };
const email = 'ines@sandbox.test';
const minute = 60_000;
const day = 24 * 60 * minute;
/**
 * Share of all days that may exceed the daily budget: two nightly syncs can fall into the same 24 hours, and stories and
 * posts end together. No account may on average.
 */
const maxShareOver = 0.05;
/** Syncs due this close together run together: a soak tests many accounts, not minutes. */
const together = 5 * minute;

let app: FaultApp;
beforeAll(async () => {
  app = await startFaultApp({
    sandboxOptions: { crowd: { owner: 'ines', accounts: size.accounts } },
    // All accounts are linked at once.
    environment: { RATE_LIMITS: 'external=10000/60,metaLogin=10000/60,allMetaLogins=10000/60' },
  });
});
afterAll(() => app.close());

async function nextDue(): Promise<Date | null> {
  const row = await app.db
    .selectFrom('sync_state')
    .select(({ fn }) => fn.min('next_sync_at').as('next'))
    .executeTakeFirst();
  return row?.next ?? null;
}

/** Logs in to every third account at Facebook, at both, and at Instagram; those tokens are due for a refresh in a day. */
async function logIn(accounts: readonly WorldAccount[]) {
  const byLogins = Map.groupBy(accounts, (account) => accounts.indexOf(account) % 3);
  const [both = [], onlyInstagram = []] = [byLogins.get(1), byLogins.get(2)];
  const client = await app.as(email);
  await connect(app, client, email, { excludedPages: onlyInstagram.map(({ pageId }) => pageId) });
  for (const { username } of [...both, ...onlyInstagram]) await connectInstagram(app, client, username);
  await app.db
    .updateTable('instagram_login')
    .set({
      connected_at: sql<Date>`connected_at - interval '30 days'`,
      expires_at: sql<Date>`expires_at - interval '30 days'`,
    })
    .execute();
  return { both, onlyInstagram };
}

/** Ends one account's login at Instagram, and leaves another's page out of the business login. */
async function loseLogins({ both: [ended, unlisted], onlyInstagram }: Awaited<ReturnType<typeof logIn>>) {
  await app.control('instagram/end', {
    method: 'POST',
    body: JSON.stringify({ username: ended?.username, subcode: 460 }),
  });
  const excludedPages = [unlisted, ...onlyInstagram].flatMap((account) => account?.pageId ?? []);
  await connect(app, await app.as(email), email, { excludedPages });
}

interface DayCost {
  accountId: string;
  day: number;
  calls: number;
  requests: number;
}

async function listCosts(since: Date): Promise<DayCost[]> {
  const { rows } = await sql<DayCost>`
    select account_id as "accountId", floor(extract(epoch from hour - ${since}::timestamptz) / 86400)::int as day,
      sum(calls)::int as calls, sum(requests)::int as requests
    from api_call_hour where hour >= ${since} group by 1, 2`.execute(app.db);
  return rows.filter(({ day: index }) => index < size.days);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function summarize(values: readonly number[]) {
  const mean = sum(values) / values.length;
  return { mean: Number(mean.toFixed(1)), most: Math.max(...values) };
}

interface LedgerEntry {
  at: string;
  path: string;
  calls: number;
}

/** A story with too few viewers makes Instagram refuse the whole list: the plain list and each story follow. */
async function listRetries(accountId: string): Promise<{ at: number; requests: number; calls: number }[]> {
  const { entries } = await app.control<{ entries: LedgerEntry[] }>(`ledger?account=${accountId}`);
  return entries.flatMap(({ at, path, calls }, index) => {
    if (!path.includes(`/${accountId}/stories?`)) return [];
    return { at: Date.parse(at), requests: 2, calls: calls + (entries[index + 1]?.calls ?? 0) };
  });
}

/** Lists the days on which accounts exceeded their budget, and the accounts that did so on average. */
async function listOverBudget(
  costs: readonly DayCost[],
  { since, withoutBatches }: { since: Date; withoutBatches: ReadonlySet<string> },
) {
  const days: DayCost[] = [];
  const accounts: string[] = [];
  for (const [accountId, own] of Map.groupBy(costs, (cost) => cost.accountId)) {
    const [budget, retries] = [await loadCallBudget(app, accountId), await listRetries(accountId)];
    const spare = own.map((cost) => {
      const until = since.getTime() + (cost.day + 1) * day;
      const allowed = budget(until);
      const more = retries.filter(({ at }) => at >= until - day && at < until);
      return {
        cost,
        requests: withoutBatches.has(accountId)
          ? 0
          : sum(more.map(({ requests }) => requests)) + allowed.requests - cost.requests,
        calls: sum(more.map(({ calls }) => calls)) + allowed.calls - cost.calls,
      };
    });
    days.push(...spare.filter(({ requests, calls }) => requests < 0 || calls < 0).map(({ cost }) => cost));
    if (sum(spare.map(({ requests }) => requests)) < 0 || sum(spare.map(({ calls }) => calls)) < 0)
      accounts.push(accountId);
  }
  return { days, accounts };
}

interface Measurement {
  account_id: string;
  media_id: string;
  age_minutes: number;
  measured_at: Date;
  interactions: number | null;
}

/**
 * Checks how posts that were published in the soak, and are two days old, were measured, and what differs from the
 * truth.
 */
async function checkMeasurements(accounts: readonly WorldAccount[], since: Date) {
  const rows: Measurement[] = await app.db
    .selectFrom('media_measurement')
    .select(['account_id', 'media_id', 'age_minutes', 'measured_at', 'interactions'])
    .orderBy('age_minutes')
    .execute();
  const now = app.time.now().getTime();
  const counts: number[] = [];
  const wrong: Measurement[] = [];
  for (const { id } of accounts) {
    const own = rows.filter(({ account_id }) => account_id === id);
    for (const { id: mediaId, kind, publishedAt } of await trueMedia(app, id)) {
      const published = Date.parse(publishedAt);
      if (kind === 'story' || published < since.getTime() || published > now - 2 * day) continue;
      counts.push(own.filter((row) => row.media_id === mediaId && row.age_minutes <= 60 * 60).length);
    }
    const last = own.reduce<Measurement | null>(
      (latest, row) => (latest && latest.measured_at >= row.measured_at ? latest : row),
      null,
    );
    if (!last) continue;
    const truth = await trueMedia(app, id, last.measured_at);
    const isTrue = ({ media_id, interactions }: Measurement) =>
      truth.find((media) => media.id === media_id)?.totals.totalInteractions === interactions;
    wrong.push(...own.filter((row) => row.measured_at.getTime() === last.measured_at.getTime() && !isTrue(row)));
  }
  return { posts: counts.length, inTwoDays: summarize(counts), fewest: Math.min(...counts), wrong };
}

it(
  `syncs ${size.accounts} accounts correctly over ${size.days} days, with young posts and within the call budget`,
  async () => {
    const accounts: WorldAccount[] = Array.from({ length: size.accounts }, () => app.fresh(1));
    const client = await app.as(email);
    const logins = await logIn(accounts);
    const [ended, unlisted] = logins.both;
    for (const { id } of accounts) await client.link(id);
    await untilQuiet(app, app.time);
    const begun = new Date(Math.ceil(app.time.now().getTime() / (60 * minute)) * 60 * minute);
    app.time.moveTo(begun);

    const until = new Date(begun.getTime() + size.days * day);
    const connectionDeps = createConnectionDeps(app, app.time.clock);
    let hasAll = true;
    for (let next = await nextDue(); next && next <= until; next = await nextDue()) {
      app.time.moveTo(new Date(next.getTime() + together));
      await untilQuiet(app, app.time);
      expect(await checkInstagramLogins(connectionDeps)).toEqual([]);
      if (hasAll && app.time.now().getTime() > begun.getTime() + 1.5 * day) {
        await loseLogins(logins);
        hasAll = false;
      }
    }

    const costs = await listCosts(begun);
    const { wrong, ...measured } = await checkMeasurements(accounts, begun);
    console.info(
      `a day and account: ${JSON.stringify({
        calls: summarize(costs.map(({ calls }) => calls)),
        requests: summarize(costs.map(({ requests }) => requests)),
      })}; measurements of young posts: ${JSON.stringify(measured)}`,
    );
    const reports = await app.verify();
    expect(reports).toHaveLength(size.accounts);
    expect(reports.filter(({ outcome }) => outcome !== 'same')).toEqual([]);
    const replayed = await app.replay();
    expect(replayed.filter(({ outcome, isComplete }) => outcome !== 'same' || !isComplete)).toEqual([]);
    const { rows: behind } = await sql`select account_id from sync_state
      where problem is not null and problem <> 'null' or failures > 0`.execute(app.db);
    expect(behind).toEqual([]);
    const states = await app.db
      .selectFrom('instagram_login')
      .select(['account_id', 'broken_reason'])
      .select(({ eb }) => eb('renewed_at', 'is not', null).as('isRefreshed'))
      .execute();
    expect(states).toHaveLength(logins.both.length + logins.onlyInstagram.length);
    for (const { account_id: id, ...state } of states)
      expect(state).toEqual({ broken_reason: id === ended?.id ? 'password_changed' : null, isRefreshed: true });
    expect(await app.db.selectFrom('meta_connection').select('broken_reason').execute()).toEqual([
      { broken_reason: null },
    ]);
    const withoutBatches = new Set([unlisted, ...logins.onlyInstagram].flatMap((account) => account?.id ?? []));
    const over = await listOverBudget(costs, { since: begun, withoutBatches });
    if (over.days.length > 0) console.info(`over the budget of a day: ${JSON.stringify(over.days)}`);
    expect(over.days.length).toBeLessThanOrEqual(costs.length * maxShareOver);
    expect(over.accounts).toEqual([]);
    expect(wrong).toEqual([]);
    expect(measured.posts).toBeGreaterThan(0);
    expect(measured.fewest).toBeGreaterThan(1);
  },
  4 * 3_600_000,
);
