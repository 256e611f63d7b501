import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { median, within } from './report.ts';

/** Times are milliseconds since the navigation started, by the browser's own clocks. */
export interface PageLoad {
  firstPaint: number;
  /** Time at which all metrics above the fold are there; NaN on other products' pages. */
  figures: number;
  /** Time at which the last request ended, or text or elements last changed. */
  settled: number;
  requests: number;
  /** Requests that the cache did not serve. */
  overTheWire: number;
  kib: number;
  /** The main thread's CPU time until the page was quiet. */
  tasks: number;
  script: number;
  layout: number;
}

export interface Opening {
  url: string;
  /** A selector for content that the page must show before it can be quiet. */
  content: string;
  /** A warm page is reloaded; a cold one is opened with an empty cache. */
  cache?: 'warm' | 'cold';
}

/** Milliseconds without a change and without a finished request; a slower answer would be missed. */
const quietFor = 1_000;

/**
 * Opens pages in one tab and measures each until it is quiet. Requests are counted by the page's own resource timing:
 * reporting them to a debugger delays the figures of a page by half.
 */
export async function createPageLoader(page: Page) {
  await page.addInitScript(watchPage);
  const session = await page.context().newCDPSession(page);
  // CPU time, which neighbours do not lengthen.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });

  async function open({ url, content }: Opening, navigate: () => Promise<unknown>): Promise<void> {
    await navigate();
    await within(60, `Settling of ${url}`, untilQuiet(session, content));
  }

  return {
    page,
    async load(opening: Opening): Promise<PageLoad> {
      const { url, cache = 'warm' } = opening;
      const visit = () => page.goto(url, { waitUntil: 'commit' });
      if (cache === 'cold') {
        await session.send('Network.clearBrowserCache');
        await open(opening, visit);
      } else {
        await open(opening, visit);
        await open(opening, () => page.reload({ waitUntil: 'commit' }));
      }
      const load = { ...(await page.evaluate(readMarks)), ...(await readWork(session)) };
      await page.goto('about:blank');
      return load;
    },
  };
}

export type PageLoader = Awaited<ReturnType<typeof createPageLoader>>;

/** Returns each metric's median. */
export function toMedian(loads: readonly PageLoad[]): PageLoad {
  const of = (pick: (load: PageLoad) => number) => median(loads.map(pick));
  return {
    firstPaint: of((load) => load.firstPaint),
    figures: of((load) => load.figures),
    settled: of((load) => load.settled),
    requests: of((load) => load.requests),
    overTheWire: of((load) => load.overTheWire),
    kib: of((load) => load.kib),
    tasks: of((load) => load.tasks),
    script: of((load) => load.script),
    layout: of((load) => load.layout),
  };
}

/** Runs in the page, before its own scripts. */
function watchPage(): void {
  const marks = { figures: Number.NaN, changed: 0, ended: 0, requests: 0, overTheWire: 0, bytes: 0 };
  Reflect.set(globalThis, 'benchMarks', marks);
  let isDue = false;
  const isAboveTheFold = (element: Element) => {
    const { top, bottom, width } = element.getBoundingClientRect();
    return width > 0 && bottom > 0 && top < innerHeight;
  };
  // The page itself among them.
  const count = ({ responseEnd, transferSize }: PerformanceResourceTiming) => {
    marks.ended = Math.max(marks.ended, responseEnd);
    marks.requests += 1;
    marks.overTheWire += transferSize > 0 ? 1 : 0;
    marks.bytes += transferSize;
  };
  for (const type of ['navigation', 'resource'])
    new PerformanceObserver((list) => (list.getEntries() as PerformanceResourceTiming[]).forEach(count)).observe({
      type,
      buffered: true,
    });
  const look = () => {
    isDue = false;
    const isPending =
      !document.querySelector('#root [data-metric][data-state=value]') ||
      [...document.querySelectorAll('[data-skeleton]')].some(isAboveTheFold);
    if (isPending) marks.figures = Number.NaN;
    else if (Number.isNaN(marks.figures)) marks.figures = performance.now();
  };
  new MutationObserver(() => {
    marks.changed = performance.now();
    if (isDue) return;
    isDue = true;
    // Runs after the frame in which the change is drawn.
    requestAnimationFrame(() => setTimeout(look));
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Runs in the page. */
function readMarks() {
  const { figures, changed, ended, requests, overTheWire, bytes } = Reflect.get(globalThis, 'benchMarks') as Record<
    'figures' | 'changed' | 'ended' | 'requests' | 'overTheWire' | 'bytes',
    number
  >; // set above
  const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
  return { firstPaint, figures, settled: Math.max(changed, ended), requests, overTheWire, kib: bytes / 1024 };
}

/**
 * Asks the browser itself: Playwright's own queries would first load 300 KiB of script into the page being measured.
 */
async function untilQuiet(session: CDPSession, content: string): Promise<void> {
  const last = 'Math.max(benchMarks.changed, benchMarks.ended)';
  const expression = `document.querySelector(${JSON.stringify(content)}) ? performance.now() - ${last} : 0`;
  for (;;) {
    // Fails while a page replaces the one before.
    const quiet = await session.send('Runtime.evaluate', { expression, returnByValue: true }).then(
      ({ result }) => Number(result.value),
      () => 0,
    );
    if (quiet >= quietFor) return;
    await sleep(100);
  }
}

async function readWork(session: CDPSession) {
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (wanted: string) => (metrics.find(({ name }) => name === wanted)?.value ?? 0) * 1000;
  return {
    tasks: of('TaskDuration'),
    script: of('ScriptDuration'),
    layout: of('LayoutDuration') + of('RecalcStyleDuration'),
  };
}
