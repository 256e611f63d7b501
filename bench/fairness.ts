// Measures other users' experience while one user sends as much as possible: p95 of a small call, alone and under each
// load.
import { setTimeout as sleep } from 'node:timers/promises';
import { listPlans, loadUser, startCheckout, updatePlan } from '@tidemark/contract';
import { fill } from './fill.ts';
import { count, milliseconds, percentile, printTable } from './report.ts';
import { startParts } from './start-parts.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 10);
const inFlight = 24;

interface Call {
  token: string;
  path: string;
  body: unknown;
}

const app = await startParts({ work: false });
const [greedy, other, operator] = await Promise.all(
  ['ines', 'theo', 'olu'].map((name) => app.as(`${name}@sandbox.test`)),
);
if (!greedy || !other || !operator) throw new Error('The sandbox has too few people');
const { user } = await greedy.call(loadUser, { body: {} });
await other.call(loadUser, { body: {} });
const { accountIds } = await fill(app.address, user._id, { accounts: 25, days: 730, postsEach: 100 });
await sellPro();
await greedy.call(startCheckout, { body: { plan: 'pro' } });

async function sellPro(): Promise<void> {
  const { plans } = await operator!.call(listPlans, undefined);
  const plan = plans.find(({ id }) => id === 'pro');
  if (!plan) throw new Error('There is no plan pro');
  const { name, accountLimits, roadmapAccess } = plan;
  const body = { name, accountLimits, roadmapAccess, priceId: 'price_sandbox_pro_month' };
  await operator!.call(updatePlan, { params: { id: 'pro' }, body });
}

async function send({ token, path, body }: Call): Promise<number> {
  const answer = await fetch(`${app.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Maintains a number of calls in flight until stopped; a rejected call is retried a little later. */
function keepInFlight(call: Call): () => Promise<void> {
  let isOver = false;
  const lines = Array.from({ length: inFlight }, async () => {
    while (!isOver) if ((await send(call)) !== 200) await sleep(100);
  });
  return async () => {
    isOver = true;
    await Promise.all(lines);
  };
}

async function measure(name: string, load?: Call): Promise<string[]> {
  const stop = load && keepInFlight(load);
  await sleep(500);
  const waits: number[] = [];
  let refused = 0;
  for (const until = performance.now() + seconds * 1000; performance.now() < until; await sleep(10)) {
    const began = performance.now();
    const status = await send({ token: other!.token, path: loadUser.path, body: {} });
    waits.push(performance.now() - began);
    if (status !== 200) refused += 1;
  }
  await stop?.();
  return [
    name,
    count(waits.length),
    ...[0.5, 0.95].map((share) => milliseconds(percentile(waits, share))),
    count(refused),
  ];
}

const range = { isoStart: new Date(Date.now() - 729 * 86_400_000).toISOString(), isoEnd: new Date().toISOString() };
const slowStripe = { rules: [{ match: { path: '^/v1/' }, fault: 'slow', params: { millis: 2_000 } }] };
const rows = [await measure('nobody else')];
await app.control('faults', { method: 'POST', body: slowStripe });
rows.push(
  await measure('24 refreshes in flight, Stripe answers in 2 s', {
    token: greedy.token,
    path: '/subscription/refresh',
    body: {},
  }),
);
await app.control('faults', { method: 'DELETE' });
rows.push(
  await measure('24 times the media of two years in flight', {
    token: greedy.token,
    path: '/media/get',
    body: { ...range, accountIds, platform: 'instagram', filterMode: 'combined' },
  }),
);
printTable('fairness: what another user feels', ['beside', 'calls', 'p50', 'p95', 'refused'], rows);
await app.close();
process.exit(0);
