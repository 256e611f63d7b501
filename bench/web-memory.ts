import { setTimeout as sleep } from 'node:timers/promises';
import { setThrottle } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { newPage, signIn } from '../e2e/browser.ts';
import { daysAgo } from '../apps/server/test/program/world.ts';
import { fill } from './fill.ts';
import { startParts } from './start-parts.ts';

const updates = Number(process.env['BENCH_UPDATES'] ?? 3_600);
const moves = 200;
/** The factor by which the page's timers and the updates are accelerated. */
const faster = 60;
/** One update in this many brings new data; the others only report sync progress. */
const figuresEach = 6;
/** TanStack Query retains unused data for five minutes. */
const retentionMillis = 300_000;

export interface OpenStreams {
  after: string;
  heap: number;
  nodes: number;
  listeners: number;
  /** API calls since the page was opened. */
  calls: number;
}

/** Returns the page's memory after garbage collection. */
async function look(session: CDPSession): Promise<Omit<OpenStreams, 'after' | 'calls'>> {
  // One collection may release objects that only the next one can collect.
  for (let round = 0; round < 3; round += 1) {
    await session.send('HeapProfiler.collectGarbage');
    await sleep(100);
  }
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { heap: usedSize, nodes, listeners: jsEventListeners };
}

/** Measures a dashboard during an hour of live updates, one a second, followed by navigation between pages. */
export async function measureMemory(browser: Browser): Promise<{ held: OpenStreams[]; seconds: number }> {
  const app = await startParts({ work: false });
  try {
    const client = await app.as('olu@sandbox.test');
    const { user } = await client.load();
    await client.setPlan(user._id, 'agency');
    const { accountIds } = await fill(app.address, user._id, { accounts: 3, days: 90, postsEach: 400 });

    const { page } = await newPage(browser);
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/')) calls += 1;
    });
    await signIn(page, `${app.url}/?from=${daysAgo(30)}&to=${daysAgo(1)}`, 'Olu Adeyemi');
    await untilShown(page);
    await hurry(page);
    const session = await page.context().newCDPSession(page);

    const held: OpenStreams[] = [];
    const note = async (after: string) => {
      await sleep(1_000 + retentionMillis / faster);
      held.push({ after, ...(await look(session)), calls });
    };
    let sent = 0;
    const send = async (id: string, number: number) => {
      if (Math.floor(number / accountIds.length) % figuresEach === 0)
        await sql`update account set data_version = data_version + 1 where account_id = ${id}`.execute(app.db);
      // An operator's change is sent to all the account's viewers, like every step in its sync.
      await client.call(setThrottle, { params: { id }, body: { throttle: 1 + (number % 99) } });
    };
    const sendUntil = async (count: number) => {
      const [from, began] = [sent, performance.now()];
      while (sent < count) {
        await Promise.all(accountIds.map((id) => send(id, sent++)));
        await sleep(Math.max(0, began + ((sent - from) * 1_000) / faster - performance.now()));
      }
    };

    const started = performance.now();
    // Warm-up, for permanent allocations: compiled code, pools, lazily loaded chunks.
    await sendUntil(updates / 60);
    await note('a minute');
    await sendUntil(updates / 6);
    await note('10 minutes');
    await sendUntil(updates);
    await note('an hour');
    await move(page, moves / 10);
    await note(`${moves / 10} moves between pages`);
    await move(page, moves);
    await note(`${moves} more`);
    return { held, seconds: (performance.now() - started) / 1_000 };
  } finally {
    await app.close();
  }
}

/** Accelerates timers that the page sets from now on; its clock stays real, because token expiry depends on it. */
async function hurry(page: Page): Promise<void> {
  await page.evaluate((times) => {
    const { setTimeout: later, setInterval: again } = window;
    Object.assign(window, {
      setTimeout: (run: TimerHandler, millis = 0, ...given: unknown[]) => later(run, millis / times, ...given),
      setInterval: (run: TimerHandler, millis = 0, ...given: unknown[]) => again(run, millis / times, ...given),
    });
  }, faster);
}

async function untilShown(page: Page): Promise<void> {
  await page
    .locator('[data-metric=views]')
    .getByText(/^\d[\d.]*[kM]?$/)
    .first()
    .waitFor({ timeout: 30_000 });
}

/** Navigates to another page and back to the dashboard, the given number of times. */
async function move(page: Page, times: number): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Side panel' });
  const link = (name: string | RegExp) => panel.getByRole('link', { name, exact: true }).first();
  const ways = [/^Open /, 'Roadmap', 'System'];
  for (let done = 0; done < times; done += 2) {
    await link(ways[(done / 2) % ways.length] ?? '').press('Enter');
    await page.waitForURL((address) => address.pathname !== '/');
    await page.locator('main :is(h1, h2):visible').first().waitFor();
    await link('Tidemark dashboard').press('Enter');
    await untilShown(page);
  }
}
