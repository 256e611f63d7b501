import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser, newPage, signIn } from '../e2e/browser.ts';
import { newPlaces, removePlaces, startTidemark, type Tidemark } from '../apps/server/test/program/tidemark-process.ts';
import { daysAgo } from '../apps/server/test/program/world.ts';
import { count, median, milliseconds, printTable, printText, ratio, within } from './report.ts';
import { measureGlobe } from './web-globe.ts';
import { measureMemory } from './web-memory.ts';
import { watchWire, type Wire } from './web-wire.ts';

const rounds = 5;

const sizes = spawnSync(process.execPath, [path.join(import.meta.dirname, '../apps/web/check-budget.mjs')], {
  encoding: 'utf8',
});
printText(
  'web: what the browser loads first, compressed, beside the budget',
  `\`\`\`text\n${sizes.stdout}${sizes.stderr}\`\`\``,
);

/** The sandbox is still seeding people when the page opens; waits until that is over. */
async function untilQuiet(tidemark: Tidemark): Promise<void> {
  for (const end = Date.now() + 240_000; Date.now() < end; await sleep(200)) {
    if (tidemark.output().includes('All users seeded')) return;
  }
  throw new Error(`The sandbox did not come to rest:\n${tidemark.output()}`);
}

interface Visit extends Wire {
  /** Since the start of the navigation, as the page reports. */
  firstPaint: number;
  figure: number;
  settled: number;
  /** Main-thread time until the page was idle. */
  tasks: number;
  script: number;
  layout: number;
}

/** The main thread's work since the page was opened, in milliseconds. */
async function worked(session: CDPSession) {
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (wanted: string) => (metrics.find(({ name }) => name === wanted)?.value ?? 0) * 1000;
  return {
    tasks: of('TaskDuration'),
    script: of('ScriptDuration'),
    layout: of('LayoutDuration') + of('RecalcStyleDuration'),
  };
}

async function visit(
  page: Page,
  session: CDPSession,
  url: string,
  figure: (page: Page) => Promise<void>,
): Promise<Visit> {
  await page.goto('about:blank');
  const wire = watchWire(session, new URL(url).origin);
  const started = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await figure(page);
  const shown = performance.now() - started;
  const quietAt = await within(30, 'Settling', wire.untilQuiet());
  wire.stop();
  const work = await worked(session);
  const firstPaint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  return {
    ...wire.seen(),
    firstPaint,
    figure: shown,
    settled: quietAt - started,
    ...work,
  };
}

async function visits(page: Page, url: string, cache: 'cold' | 'warm', figure: (page: Page) => Promise<void>) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Performance.enable');
  const made: Visit[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (cache === 'cold') await session.send('Network.clearBrowserCache');
    made.push(await visit(page, session, url, figure));
  }
  await session.detach();
  const middle = (pick: (one: Visit) => number) => median(made.map(pick));
  return {
    requests: middle((one) => one.requests),
    overTheWire: middle((one) => one.overTheWire),
    kib: middle((one) => one.bytes) / 1024,
    ownKib: middle((one) => one.ownBytes) / 1024,
    firstPaint: middle((one) => one.firstPaint),
    figure: middle((one) => one.figure),
    settled: middle((one) => one.settled),
    tasks: middle((one) => one.tasks),
    script: middle((one) => one.script),
    layout: middle((one) => one.layout),
  };
}

const places = await newPlaces();
try {
  const tidemark = await within(120, 'Starting', startTidemark(places));
  try {
    await untilQuiet(tidemark);
    const browser = await launchBrowser();
    try {
      const { page } = await newPage(browser);
      const dashboard = `${tidemark.url}/?from=${daysAgo(7)}&to=${daysAgo(1)}`;
      await signIn(page, dashboard, 'Maya Lindqvist');
      const views = (shown: Page) =>
        shown
          .getByRole('region', { name: 'Views' })
          .or(shown.getByRole('article', { name: 'Views' }))
          .getByText(/^\d[\d.]*[kM]?$/)
          .first()
          .waitFor({ timeout: 30_000 });
      await views(page);

      const empty = await visits(page, `${tidemark.url}/api/v1/health`, 'cold', (shown) =>
        shown.getByText('ok').waitFor(),
      );
      const cold = await visits(page, dashboard, 'cold', views);
      const warm = await visits(page, dashboard, 'warm', views);

      const row = (what: string, one: typeof cold) => [
        what,
        count(one.requests),
        count(one.overTheWire),
        one.kib.toFixed(1),
        one.ownKib.toFixed(1),
        milliseconds(one.firstPaint),
        milliseconds(one.figure),
        ratio(one.figure, empty.figure),
        milliseconds(one.settled),
        milliseconds(one.tasks),
        milliseconds(one.script),
        milliseconds(one.layout),
      ];
      printTable(
        `web: Maya's dashboard in headless Chromium, already signed in, median of ${rounds}`,
        [
          '',
          'requests',
          'not from the cache',
          'KiB',
          'of them ours',
          'first paint',
          'Views shows its figure',
          'to the anchor',
          'network quiet',
          'main thread',
          'of it script',
          'of it style and layout',
        ],
        [
          row('anchor: /health of the same server', empty),
          row('dashboard, cold cache', cold),
          row('dashboard, warm cache', warm),
        ],
      );

      if (process.platform === 'linux') {
        const { off, turning } = await measureGlobe(browser, page, `${dashboard}&audience=geography`);
        const percent = (part: number) => `${(part * 100).toFixed(1)} %`;
        printTable(
          'web: the main thread while the globe turns, in percent of one processor',
          ['', 'main thread'],
          [
            ['anchor: the same page, the globe off the screen', percent(off)],
            ['globe turning, 30 frames a second', percent(turning)],
          ],
        );
      }

      const { held, seconds } = await measureMemory(browser);
      printTable(
        `web: what a page holds, an update of its accounts a second; the hour and the moves in ${count(seconds)} s`,
        ['after', 'heap', 'DOM nodes', 'listeners', 'calls of the API so far'],
        held.map(({ after, heap, nodes, listeners, calls }) => [
          after,
          `${(heap / 1024 ** 2).toFixed(1)} MB`,
          count(nodes),
          count(listeners),
          count(calls),
        ]),
      );
    } finally {
      await browser.close();
    }
  } finally {
    await tidemark.stop();
  }
} finally {
  await removePlaces(places);
}
