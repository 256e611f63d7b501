import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { median, within } from './report.ts';

/** Times are milliseconds since the navigation started, by the browser's own clocks. */
export interface PageLoad {
  firstPaint: number;
  /** Time at which all figures above the fold are there; of Umami its headline numbers and chart. */
  figures: number;
  /** Time at which the last request ended, without other pages that a page loads ahead, and strangers' icons. */
  content: number;
  /** Time at which the last request ended, or text or elements last changed, whatever it was for. */
  settled: number;
  requests: number;
  /** Requests that the cache did not serve. */
  overTheWire: number;
  kib: number;
  /** The main thread's CPU time in the ten seconds. */
  tasks: number;
  script: number;
  layout: number;
}

export interface Opening {
  url: string;
  /** A selector for content that the page must have shown by then. */
  content: string;
  /**
   * From an empty tab that showed the page before, so that its renderer process may still be there; in a new tab; or again
   * in the same renderer, which is fastest.
   */
  arrival?: 'blank' | 'new-tab' | 'reload';
  cache?: 'warm' | 'cold';
}

/** Everything that a page does in this time counts: a timer of ours must not hide behind a quiet second. */
const watchedMillis = 10_000;

/**
 * Opens pages and watches each for ten seconds. Requests are counted by the page's own resource timing: reporting them to a
 * debugger delays the figures of a page by half.
 */
export async function createPageLoader(page: Page, { slowdown = 1 } = {}) {
  const lasting = await prepareTab(page, slowdown);

  return {
    page,
    async load({ url, content, arrival = 'blank', cache = 'warm' }: Opening): Promise<PageLoad> {
      const isNew = arrival === 'new-tab';
      const tab = isNew ? await prepareTab(await page.context().newPage(), slowdown) : lasting;
      const watched = () => within(60, `Watching ${url}`, untilWatched(tab.session, content));
      if (cache === 'cold') await tab.session.send('Network.clearBrowserCache');
      await tab.page.goto(url, { waitUntil: 'commit' });
      await watched();
      if (arrival === 'reload') {
        await tab.page.reload({ waitUntil: 'commit' });
        await watched();
      }
      const load = { ...(await tab.page.evaluate(readMarks)), ...(await readWork(tab.session)) };
      await (isNew ? tab.page.close() : tab.page.goto('about:blank'));
      return load;
    },
  };
}

async function prepareTab(page: Page, slowdown: number): Promise<{ page: Page; session: CDPSession }> {
  await page.addInitScript(watchPage, watchedMillis);
  const session = await page.context().newCDPSession(page);
  // CPU time, which neighbours do not lengthen.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  if (slowdown > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, session };
}

export type PageLoader = Awaited<ReturnType<typeof createPageLoader>>;

/** Returns each metric's median. */
export function toMedian(loads: readonly PageLoad[]): PageLoad {
  const of = (pick: (load: PageLoad) => number) => median(loads.map(pick));
  return {
    firstPaint: of((load) => load.firstPaint),
    figures: of((load) => load.figures),
    content: of((load) => load.content),
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
function watchPage(watched: number): void {
  const marks = { figures: Number.NaN, changed: 0, ended: 0, contentEnded: 0, requests: 0, overTheWire: 0, bytes: 0 };
  Reflect.set(globalThis, 'benchMarks', marks);
  let isDue = false;
  // Umami's links, and the icons of referrers that it fetches from a search engine.
  const isAside = (name: string) => /[?&]_rsc=|duckduckgo/.test(name);
  const isAboveTheFold = (element: Element) => {
    const { top, bottom, width } = element.getBoundingClientRect();
    return width > 0 && bottom > 0 && top < innerHeight;
  };
  // The page itself among them.
  const count = ({ name, responseEnd, transferSize }: PerformanceResourceTiming) => {
    if (responseEnd > watched) return;
    marks.ended = Math.max(marks.ended, responseEnd);
    if (!isAside(name)) marks.contentEnded = Math.max(marks.contentEnded, responseEnd);
    marks.requests += 1;
    marks.overTheWire += transferSize > 0 ? 1 : 0;
    marks.bytes += transferSize;
  };
  for (const type of ['navigation', 'resource'])
    new PerformanceObserver((list) => (list.getEntries() as PerformanceResourceTiming[]).forEach(count)).observe({
      type,
      buffered: true,
    });
  const hasFigures = () =>
    location.pathname.startsWith('/websites/')
      ? document.querySelector('canvas') !== null && /Visitors\d/.test(document.body.textContent)
      : document.querySelector('#root [data-metric][data-state=value]') !== null &&
        ![...document.querySelectorAll('[data-skeleton]')].some(isAboveTheFold);
  const look = () => {
    isDue = false;
    if (!hasFigures()) marks.figures = Number.NaN;
    else if (Number.isNaN(marks.figures)) marks.figures = performance.now();
  };
  new MutationObserver(() => {
    const now = performance.now();
    if (now > watched) return;
    marks.changed = now;
    if (isDue) return;
    isDue = true;
    // Runs after the frame in which the change is drawn.
    requestAnimationFrame(() => setTimeout(look));
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Runs in the page. */
function readMarks() {
  const { figures, changed, ended, contentEnded, requests, overTheWire, bytes } = Reflect.get(
    globalThis,
    'benchMarks',
  ) as Record<'figures' | 'changed' | 'ended' | 'contentEnded' | 'requests' | 'overTheWire' | 'bytes', number>; // set above
  const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
  return {
    firstPaint,
    figures,
    content: Math.max(contentEnded, figures),
    settled: Math.max(changed, ended),
    requests,
    overTheWire,
    kib: bytes / 1024,
  };
}

/**
 * Asks the browser itself: Playwright's own queries would first load 300 KiB of script into the page being measured.
 */
async function untilWatched(session: CDPSession, content: string): Promise<void> {
  const expression = `document.querySelector(${JSON.stringify(content)}) ? performance.now() : 0`;
  for (;;) {
    // Fails while a page replaces the one before.
    const age = await session.send('Runtime.evaluate', { expression, returnByValue: true }).then(
      ({ result }) => Number(result.value),
      () => 0,
    );
    if (age >= watchedMillis) return;
    await sleep(250);
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
