// Many people who open their dashboards at the same time, and what one demanding user does to the others.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { columnsType, keyPrefix, loadUser } from '@tidemark/contract';
import pg from 'pg';
import type { Crowd, Opened } from './dashboard-crowd.ts';
import { fill } from './fill.ts';
import { overviewRequests } from './overview-requests.ts';
import { count, milliseconds, percentile, printTable } from './report.ts';
import { startParts } from './start-parts.ts';

const people = 200;
const accountsEach = 2;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10);

const app = await startParts({ work: false });
const owner = await app.as('ines@sandbox.test');
const { user } = await owner.call(loadUser, { body: {} });
const { accountIds } = await fill(app.address, user._id, { accounts: 60, days: 730, postsEach: 60 });
const database = new pg.Client(app.address);
await database.connect();
const keys: { key: string; accounts: string[] }[] = [];
while (keys.length < people)
  keys.push(
    await createPerson(
      Array.from(
        { length: accountsEach },
        (_, at) => accountIds[(keys.length * accountsEach + at) % accountIds.length] ?? '',
      ),
    ),
  );
const demanding = await createPerson(accountIds.slice(0, 25));
await database.end();

/** Creates a person with these accounts, and an API key. */
async function createPerson(accounts: string[]): Promise<{ key: string; accounts: string[] }> {
  const key = `${keyPrefix}${randomBytes(24).toString('base64url')}`;
  const { rows } = await database.query<{ user_id: string }>(
    `insert into app_user (issuer, subject, name, email) values ('bench', $1, 'Somebody', '') returning user_id`,
    [key],
  );
  const userId = rows[0]?.user_id;
  await database.query(
    `insert into account_ref (user_id, account_id, type) select $1, unnest($2::text[]), 'instagram_account'`,
    [userId, accounts],
  );
  await database.query(
    `insert into api_key (key_id, user_id, key_hash, name, hint, scopes, created_at)
     values (gen_random_uuid(), $1, $2, 'bench', 'ben', array['profile:read', 'accounts:read', 'analytics:read', 'posts:read'], now())`,
    [userId, createHash('sha256').update(key).digest()],
  );
  return { key, accounts };
}

function toCalls(accounts: string[]) {
  const base = '/api/v1';
  return overviewRequests(accounts)
    .slice(0, 17)
    .map(({ path, body }) => ({
      method: 'POST' as const,
      path: path.slice(base.length),
      body: JSON.parse(body) as unknown,
    }));
}

async function openDashboards(number: number, within: number): Promise<Opened[]> {
  const crowd: Crowd = {
    url: app.url,
    seconds: within,
    patienceSeconds: 60,
    people: keys.slice(0, number).map(({ key, accounts }) => ({ key, calls: toCalls(accounts) })),
  };
  const worker = new Worker(new URL('dashboard-crowd.ts', import.meta.url), { workerData: crowd });
  const [opened] = (await once(worker, 'message')) as [Opened[]]; // sent by dashboard-crowd.ts
  return opened;
}

async function measureCrowd(number: number, within: number): Promise<string[]> {
  const began = performance.now();
  const opened = await openDashboards(number, within);
  const lasted = (performance.now() - began) / 1000;
  const times = opened.flatMap(({ millis }) => millis ?? []);
  return [
    within === 0 ? `${number} at once` : `${number} within ${within} s`,
    `${times.length} of ${number}`,
    ...[0.5, 0.95, 1].map((share) => milliseconds(percentile(times, share))),
    count(Math.max(...opened.map(({ tries }) => tries))),
    (times.length / lasted).toFixed(1),
  ];
}

const post = (key: string, path: string, body: unknown) =>
  fetch(`${app.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: columnsType },
    body: JSON.stringify(body),
  });

const years = { isoStart: new Date(Date.now() - 729 * 86_400_000).toISOString(), isoEnd: new Date().toISOString() };
const heavyGrid = {
  grid: { paginationModel: { page: 0, pageSize: 100 }, sortModel: [] },
  filters: { query: '', filterMode: 'combined', ...years },
  platform: 'instagram',
  accountIds: accountIds.slice(0, 25),
};
const heavyCall = { method: 'POST', path: '/media/datagrid/query', body: heavyGrid };

/** Keeps a number of the demanding user's requests in flight, until stopped. */
function keepInFlight(number: number, send: () => Promise<Response>): () => Promise<void> {
  let isOver = false;
  const lines = Array.from({ length: number }, async () => {
    while (!isOver) {
      const response = await send();
      await response.arrayBuffer();
      if (response.status !== 200) await sleep(100);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(lines);
  };
}

async function measureBeside(name: string, stop: () => Promise<void>): Promise<string[]> {
  const person = keys[0];
  const call = person && toCalls(person.accounts).find(({ path }) => path.includes('timeseries'));
  if (!person || !call) throw new Error('There is no light call');
  await sleep(500);
  const waits: number[] = [];
  let refused = 0;
  for (const until = performance.now() + seconds * 1000; performance.now() < until; await sleep(10)) {
    const began = performance.now();
    const response = await post(person.key, call.path, call.body);
    await response.arrayBuffer();
    waits.push(performance.now() - began);
    if (response.status !== 200) refused += 1;
  }
  await stop();
  return [
    name,
    count(waits.length),
    ...[0.5, 0.95].map((share) => milliseconds(percentile(waits, share))),
    count(refused),
  ];
}

await openDashboards(10, 0);
const crowds: string[][] = [];
for (const [number, within] of [
  [1, 0],
  [20, 0],
  [50, 0],
  [100, 0],
  [200, 10],
] as const)
  crowds.push(await measureCrowd(number, within));
printTable(
  `dashboards of ${accountsEach} accounts, 17 calls each`,
  ['opened', 'whole', 'p50', 'p95', 'last', 'most tries', 'a second'],
  crowds,
);
const idle = async () => undefined;
printTable(
  'a small call of another user',
  ['beside', 'calls', 'p50', 'p95', 'refused'],
  [
    await measureBeside('nobody', idle),
    await measureBeside(
      '4 heavy calls',
      keepInFlight(4, () => post(demanding.key, heavyCall.path, heavyCall.body)),
    ),
    await measureBeside(
      '24 heavy calls',
      keepInFlight(24, () => post(demanding.key, heavyCall.path, heavyCall.body)),
    ),
    await measureBeside(
      '24 batches of 32 heavy calls',
      keepInFlight(24, () => post(demanding.key, '/batch', { calls: Array.from({ length: 32 }, () => heavyCall) })),
    ),
  ],
);
await app.close();
process.exit(0);
