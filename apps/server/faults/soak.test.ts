import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFaultApp, type FaultApp } from '../test/faults.ts';
import { untilQuiet } from '../test/passing-time.ts';
import type { WorldAccount } from '../test/world.ts';

const size = { accounts: Number(process.env['SOAK_ACCOUNTS'] ?? 12), days: Number(process.env['SOAK_DAYS'] ?? 3) };
const minute = 60_000;
const day = 24 * 60 * minute;
/** Syncs due this close together run together: a soak tests many accounts, not minutes. */
const together = 5 * minute;

let app: FaultApp;
beforeAll(async () => {
  app = await startFaultApp({ sandboxOptions: { crowd: { owner: 'ines', accounts: size.accounts } } });
});
afterAll(() => app.close());

async function nextDue(): Promise<Date | null> {
  const row = await app.db
    .selectFrom('sync_state')
    .select(({ fn }) => fn.min('next_sync_at').as('next'))
    .executeTakeFirst();
  return row?.next ?? null;
}

async function spent(since: Date) {
  const { rows } = await sql<{ account_id: string; calls: number; requests: number }>`
    select account_id, sum(calls)::int as calls, sum(requests)::int as requests
    from api_call_hour where hour >= ${since} group by 1`.execute(app.db);
  const perDay = (pick: (row: (typeof rows)[number]) => number) => {
    const values = rows.map((row) => pick(row) / size.days).toSorted((one, other) => one - other);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return { mean: Number(mean.toFixed(1)), most: Number((values.at(-1) ?? 0).toFixed(1)) };
  };
  return { calls: perDay(({ calls }) => calls), requests: perDay(({ requests }) => requests) };
}

it(
  `syncs ${size.accounts} accounts correctly over ${size.days} days, within a budget of calls`,
  async () => {
    const accounts: WorldAccount[] = Array.from({ length: size.accounts }, () => app.fresh(1));
    const client = await app.as('ines@sandbox.test');
    for (const { id } of accounts) await client.link(id);
    await untilQuiet(app, app.time);
    const begun = new Date(Math.ceil(app.time.now().getTime() / (60 * minute)) * 60 * minute);
    app.time.moveTo(begun);

    const until = new Date(begun.getTime() + size.days * day);
    for (let next = await nextDue(); next && next <= until; next = await nextDue()) {
      app.time.moveTo(new Date(next.getTime() + together));
      await untilQuiet(app, app.time);
    }

    const cost = await spent(begun);
    console.info(`a day and account: ${JSON.stringify(cost)}`);
    const reports = await app.verify();
    expect(reports).toHaveLength(size.accounts);
    expect(reports.filter(({ outcome }) => outcome !== 'same')).toEqual([]);
    const { rows: behind } = await sql`select account_id from sync_state
      where problem is not null and problem <> 'null' or failures > 0`.execute(app.db);
    expect(behind).toEqual([]);
    expect(cost.requests.most).toBeLessThanOrEqual(8);
    expect(cost.calls.most).toBeLessThanOrEqual(80);
  },
  4 * 3_600_000,
);
