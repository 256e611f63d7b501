import { getFleet, getOverview, listAccountStats, listAudit, listUsers } from '@tidemark/contract';
import { sql } from 'kysely';
import { fillFleet } from './fill-operators.ts';
import { count, milliseconds, percentile, printTable, ratio, timed } from './report.ts';
import { startParts } from './start-parts.ts';

const fleet = { users: 100_000, accounts: 50_000, days: 31 };
const rounds = 15;
const app = await startParts({ work: false });

try {
  const client = await app.as('olu@sandbox.test');
  await client.load();
  await fillFleet(app.db, fleet);

  const users = (query: object) => () => client.call(listUsers, { query: { pageSize: '20', ...query } });
  const accounts = (query: object) => () => client.call(listAccountStats, { query: { pageSize: '10', ...query } });
  const calls: [string, () => Promise<unknown>][] = [
    ['anchor: counting the users', () => sql`select count(*) from app_user`.execute(app.db)],
    ['users, first page', users({})],
    ['users, page 2,500', users({ page: '2500' })],
    ['users, by last login', users({ sort: 'lastLogin', order: 'desc' })],
    ['users, found by an e-mail', users({ search: 'p77777@ex' })],
    ['users, found by a word that half of them have', users({ search: 'person' })],
    ['accounts, first page', accounts({})],
    ['accounts, page 2,500', accounts({ page: '2500' })],
    ['accounts, by last day', accounts({ sort: 'lastDay', order: 'desc' })],
    ['accounts, by throttle', accounts({ sort: 'throttle', order: 'desc' })],
    ['accounts, found by name', accounts({ search: 'shop 4242' })],
    ['accounts, the plain call (1,000 rows)', () => client.call(listAccountStats, { query: {} })],
    ['overview', () => client.call(getOverview, {})],
    ['fleet', () => client.call(getFleet, {})],
    ['audit', () => client.call(listAudit, { query: {} })],
  ];
  let anchor = Number.NaN;
  const rows: string[][] = [];
  for (const [name, call] of calls) {
    await call();
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await timed(call));
    const middle = percentile(times, 0.5);
    if (rows.length === 0) anchor = middle;
    rows.push([name, milliseconds(middle), milliseconds(percentile(times, 0.95)), ratio(middle, anchor)]);
  }
  printTable(
    `operators: ${count(fleet.users)} users, ${count(fleet.accounts)} accounts, ${count(fleet.accounts * fleet.days * 2)} counted hours, through HTTP`,
    ['', 'p50', 'p95', 'to the anchor'],
    rows,
  );
} finally {
  await app.close();
}
