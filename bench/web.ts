import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { launchBrowser, newPage, signIn } from '../e2e/browser.ts';
import { newPlaces, removePlaces, startTidemark, type Tidemark } from '../apps/server/test/program/tidemark-process.ts';
import { createPageLoader } from './page-load.ts';
import { readProcessorSeconds } from './processor-time.ts';
import { count, loadAverage, percentile, printTable, printText, within } from './report.ts';
import { everyMillis, film } from './web-film.ts';
import { startFleet, toRange } from './web-fleet.ts';
import { measureGlobe } from './web-globe.ts';
import { measureInteractions } from './web-interactions.ts';
import { browserPath, measureLoads, moving, openUmami, ownContent, type Subject } from './web-loads.ts';
import { measureMemory } from './web-memory.ts';
import { createTargets } from './web-targets.ts';

const parts = process.env['BENCH_PARTS']?.split(',') ?? ['sizes', 'loads', 'film', 'globe', 'fleet', 'memory'];
const targets = createTargets();

function measureSizes(): void {
  const sizes = spawnSync(process.execPath, [path.join(import.meta.dirname, '../apps/web/check-budget.mjs')], {
    encoding: 'utf8',
  });
  printText(
    'web: what the browser loads first, compressed, next to the budget',
    `\`\`\`text\n${sizes.stdout}${sizes.stderr}\`\`\``,
  );
}

/** The server's processor time in a second without work. */
const idleShare = 0.05;
const idleSeconds = 3;

/** Waits: the sandbox is still seeding people when the page opens, and then their pictures are stored. */
async function untilQuiet(tidemark: Tidemark): Promise<void> {
  const { pid = 0 } = tidemark.child;
  let quietSince = Date.now();
  for (const end = Date.now() + 900_000; Date.now() < end;) {
    const before = await readProcessorSeconds(pid);
    // The time over which the processor is measured, not a wait for something to happen.
    await sleep(1_000);
    const isBusy = (await readProcessorSeconds(pid)) - before > idleShare;
    if (isBusy || !tidemark.output().includes('All users seeded')) quietSince = Date.now();
    if (Date.now() - quietSince >= idleSeconds * 1_000) return;
  }
  throw new Error(`Tidemark did not come to rest:\n${tidemark.output()}`);
}

/** Measures Maya's dashboard, with the sandbox's own data. */
async function measureDashboard(browser: Browser, tidemark: Tidemark): Promise<void> {
  const { page } = await newPage(browser, moving);
  const toUrl = (days: number) => `${tidemark.url}/?${toRange(days)}`;
  await signIn(page, toUrl(30), 'Maya Lindqvist');
  await page.locator('#root [data-metric=views] [data-total]').waitFor({ timeout: 60_000 });
  if (parts.includes('loads')) {
    const loader = await createPageLoader(page);
    const umami = await openUmami(browser);
    const slow = await createPageLoader(await page.context().newPage(), { slowdown: 4 });
    const own = (days: 30 | 90): Subject => ({ name: `${days} days`, loader, url: toUrl(days), content: ownContent });
    const subjects: Subject[] = [
      own(30),
      ...(umami ? [umami(30)] : []),
      own(90),
      ...(umami ? [umami(90)] : []),
      { ...own(30), name: '30 days, new tab', arrival: 'new-tab' },
      ...(umami ? [{ ...umami(30), name: 'Umami, 30 days, new tab', arrival: 'new-tab' as const }] : []),
      { ...own(30), name: '30 days, reloaded', arrival: 'reload' },
      { ...own(30), name: '30 days, cold cache', cache: 'cold' },
      { ...own(30), name: '30 days, processor slowed by four', loader: slow },
    ];
    const loads = await measureLoads(
      "Maya's dashboard, three accounts, from an empty tab, warm unless named",
      subjects,
    );
    targets.addLoads((name) => loads[subjects.findIndex((subject) => subject.name === name)]);
  }
  if (parts.includes('film')) {
    const { page: phone } = await newPage(browser);
    await phone.setViewportSize({ width: 390, height: 844 });
    await signIn(phone, toUrl(30), 'Maya Lindqvist');
    const session = await page.context().newCDPSession(page);
    const files = [
      await film(browser, page, 'warm', () => page.goto(toUrl(30))),
      await film(browser, page, 'cold', async () => {
        await session.send('Network.clearBrowserCache');
        await page.goto(toUrl(30));
      }),
      await film(browser, phone, 'phone', () => phone.goto(toUrl(30))),
    ];
    const phoneSession = await phone.context().newCDPSession(phone);
    await phoneSession.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    files.push(await film(browser, phone, 'slow phone', () => phone.goto(toUrl(30))));
    printText(
      `web: what the page shows every ${everyMillis} ms`,
      files.map((file) => `- ${path.relative('.', file)}`).join('\n'),
    );
  }
  if (parts.includes('globe') && process.platform === 'linux') {
    const { off, turning } = await measureGlobe(browser, page, `${toUrl(7)}&audience=geography`);
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
  await page.context().close();
}

/** Compares 25 accounts with three, a distant database and provider with near ones, and a visit's interactions. */
async function measureFleets(browser: Browser): Promise<void> {
  const near = await startFleet();
  const far = await startFleet({ databaseMillis: 30, sandboxMillis: 200 });
  try {
    const [ines, olu] = [await near.open(browser, 'Ines Duarte'), await near.open(browser, 'Olu Adeyemi')];
    const distant = await far.open(browser, 'Olu Adeyemi');
    const before = far.app.toSandbox?.received() ?? 0;
    const [many, few, month, away] = await measureLoads('25 accounts, 365 days, 5,000 posts; a distant database', [
      {
        name: '25 accounts, 365 days',
        loader: await createPageLoader(ines),
        url: near.toUrl(365),
        content: ownContent,
      },
      { name: '3 accounts, 365 days', loader: await createPageLoader(olu), url: near.toUrl(365), content: ownContent },
      { name: '3 accounts, 30 days', loader: await createPageLoader(olu), url: near.toUrl(30), content: ownContent },
      {
        name: '3 accounts, 30 days, database 30 ms and provider 200 ms away',
        loader: await createPageLoader(distant),
        url: far.toUrl(30),
        content: ownContent,
      },
    ]);
    targets.addFleets({ many, few, month, away, providerPackets: (far.app.toSandbox?.received() ?? 0) - before });
    for (const slowdown of [1, 4]) {
      const page = await near.open(browser, 'Olu Adeyemi');
      const measured = await measureInteractions(page, near.toUrl(7), slowdown);
      await page.context().close();
      printTable(
        `web: from input to the next paint, three accounts, CPU slowed × ${slowdown}, load average ${loadAverage()}`,
        ['', 'ms'],
        measured.map(({ step, millis }) => [step, millis === 0 ? '< 16' : count(millis)]),
      );
      targets.addInteractions(
        slowdown,
        percentile(
          measured.map(({ millis }) => millis),
          0.95,
        ),
      );
    }
  } finally {
    await near.close();
    await far.close();
  }
}

async function reportMemory(browser: Browser): Promise<void> {
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
}

if (parts.includes('sizes')) measureSizes();
const browser = await launchBrowser([], browserPath);
try {
  if (parts.some((part) => ['loads', 'film', 'globe'].includes(part))) {
    const places = await newPlaces();
    const tidemark = await within(240, 'Starting', startTidemark(places));
    try {
      await untilQuiet(tidemark);
      await measureDashboard(browser, tidemark);
    } finally {
      await tidemark.stop();
      await removePlaces(places);
    }
  }
  if (parts.includes('fleet')) await measureFleets(browser);
  if (parts.includes('memory')) await reportMemory(browser);
} finally {
  await browser.close();
}
targets.print();
