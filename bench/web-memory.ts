import { setTimeout as sleep } from 'node:timers/promises';
import { setThrottle } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { newPage, signIn } from '../e2e/browser.ts';
import { daysAgo } from '../e2e/world.ts';
import { fill } from './fill.ts';
import { startParts } from './start-parts.ts';

const updates = Number(process.env['BENCH_UPDATES'] ?? 3_600);
const moves = 200;
/** How many times as fast as the wall's the timers of the page go, and the updates come. */
const faster = 60;
/** Every so many updates of an account bring new figures; the others tell how far its sync is. */
const figuresEach = 6;
/** TanStack Query keeps for five minutes what is not shown any more. */
const keptMillis = 300_000;

export interface Held {
  after: string;
  heap: number;
  nodes: number;
  listeners: number;
  /** Calls of the API since the page was opened. */
  calls: number;
}

/** What the page holds once all that nobody can reach any more is gone. */
async function look(session: CDPSession): Promise<Omit<Held, 'after' | 'calls'>> {
  // What one collection lets go of may have held something that only the next one sees.
  for (let round = 0; round < 3; round += 1) {
    await session.send('HeapProfiler.collectGarbage');
    await sleep(100);
  }
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { heap: usedSize, nodes, listeners: jsEventListeners };
}

/** A dashboard through an hour of live updates, one a second, and then through moves between the pages. */
export async function measureMemory(browser: Browser): Promise<{ held: Held[]; seconds: number }> {
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

    const held: Held[] = [];
    const note = async (after: string) => {
      await sleep(1_000 + keptMillis / faster);
      held.push({ after, ...(await look(session)), calls });
    };
    let sent = 0;
    const send = async (id: string, number: number) => {
      if (Math.floor(number / accountIds.length) % figuresEach === 0)
        await sql`update account set data_version = data_version + 1 where account_id = ${id}`.execute(app.db);
      // An operator's change is told to everybody who looks at the account, as every step of its sync is.
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
    // Until then it makes what it keeps for good: compiled code, pools, the parts that are loaded when they are needed.
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

/** Lets the timers that the page sets from now on go faster; its clock goes as everybody's: tokens tell by it when they end. */
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

/** To another page or back to the dashboard, as often as told. */
async function move(page: Page, times: number): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Side panel' });
  const link = (name: string | RegExp) => panel.getByRole('link', { name, exact: true }).first();
  const ways = [/^Open /, 'Roadmap', 'System'];
  for (let done = 0; done < times; done += 2) {
    await link(ways[(done / 2) % ways.length] ?? '').press('Enter');
    await page.waitForURL((address) => address.pathname !== '/');
    await page.locator('main :is(h1, h2):visible').first().waitFor();
    await link('Tidemark, to the dashboard').press('Enter');
    await untilShown(page);
  }
}
