import { addDays } from '@tidemark/contract';
import { sql } from 'kysely';
import { requireAccounts, type AccountScope } from '../apps/server/src/features/accounts/index.ts';
import { loadBreakdown } from '../apps/server/src/features/analytics/breakdowns/load-breakdown.ts';
import { loadCard } from '../apps/server/src/features/analytics/metric-cards/load-card.ts';
import { listMetricDays } from '../apps/server/src/features/analytics/timeseries/queries.ts';
import { measureHttp } from './http-queries.ts';
import { count, median, milliseconds, printTable, ratio, timed } from './report.ts';
import { startParts } from './start-parts.ts';
import { fill } from './fill.ts';

const secondsEach = 1.5;
const names = ['anchor', 'breakdown', 'reach', 'timeseries', 'card'] as const;
const app = await startParts({ work: false });
const { db } = app;

function toRanges(days: number) {
  const to = addDays(new Date().toISOString().slice(0, 10), -1);
  const from = addDays(to, 1 - days);
  return { now: { from, to }, before: { from: addDays(from, -days), to: addDays(from, -1) } };
}

/** Alternates the variants, so that a noisy neighbour affects them alike. */
async function measure(scope: AccountScope, days: number): Promise<string[]> {
  const accounts = scope.accountIds.length;
  const { now, before } = toRanges(days);
  const today = new Date().toISOString().slice(0, 10);
  const deps = { db, today, requestWindows: async () => [] };
  const steps = {
    anchor: () =>
      sql`select sum(views) from account_day where account_id = any(${sql.val(scope.accountIds)}::text[]) and day >= ${now.from} and day <= ${now.to}`.execute(
        db,
      ),
    breakdown: () => loadBreakdown(deps, scope, 'views', now),
    reach: () => loadBreakdown(deps, scope, 'reach', now),
    timeseries: () => listMetricDays(db, scope, ['views'], now),
    card: () => loadCard(deps, scope, 'engagement-rate', { current: now, previous: before }),
  };
  const times = { anchor: [0], breakdown: [0], reach: [0], timeseries: [0], card: [0] };
  for (const name of names) {
    await steps[name]();
    times[name] = [];
  }
  for (const end = performance.now() + secondsEach * 1000; performance.now() < end;) {
    for (const name of names) times[name].push(await timed(steps[name]));
  }
  const anchor = median(times.anchor);
  const cell = (values: number[]) => `${milliseconds(median(values))} ${ratio(median(values), anchor)}`;
  return [
    `${days} days, ${accounts} ${accounts === 1 ? 'account' : 'accounts'}`,
    milliseconds(anchor),
    cell(times.breakdown),
    cell(times.reach),
    cell(times.timeseries),
    cell(times.card),
  ];
}

try {
  const client = await app.as('ines@sandbox.test');
  const { user } = await client.load();
  const viewer = { userId: user._id, role: 'user' as const };
  const { accountIds, rows: filled } = await fill(app.address, viewer.userId, {
    accounts: 50,
    days: 730,
    postsEach: 0,
  });

  const rows: string[][] = [];
  for (const days of [7, 30, 365]) {
    for (const accounts of [1, 10, 50]) {
      rows.push(await measure(await requireAccounts(db, viewer, accountIds.slice(0, accounts)), days));
    }
  }
  printTable(
    `queries: p50 over ${count(filled['account_day'] ?? 0)} account-days, each beside its ratio to the anchor`,
    ['', 'anchor: sum(views)', 'breakdown', 'reach', 'timeseries', 'card (3 to 5 queries)'],
    rows,
  );
  await measureHttp(app.url, client.token, accountIds, toRanges);
} finally {
  await app.close();
}
