import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { median, within } from './report.ts';

/** Times are milliseconds since the start of the navigation, by the browser's own clocks. */
export interface PageLoad {
  firstPaint: number;
  /** All figures above the fold; NaN on pages of other products. */
  figures: number;
  /** The last network activity or change of text or elements. */
  settled: number;
  requests: number;
  /** Requests that the cache did not serve. */
  overTheWire: number;
  kib: number;
  /** CPU time of the main thread until the page was quiet. */
  tasks: number;
  script: number;
  layout: number;
}

export interface Opening {
  url: string;
  /** A selector of what the page must show before it can be quiet. */
  content: string;
  /** A warm page is reloaded; a cold one is opened with an empty cache. */
  cache?: 'warm' | 'cold';
}

const quietFor = 500;

/** Opens pages in one tab and measures each until it is quiet. */
export async function createPageLoader(page: Page) {
  await page.addInitScript(watchPage);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  // CPU time, which neighbours do not lengthen.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });

  async function open({ url, content }: Opening, navigate: () => Promise<unknown>) {
    const wire = watchWire(session);
    await navigate();
    await within(60, `Settling of ${url}`, untilQuiet(session, { wire, content }));
    wire.stop();
    return wire;
  }

  return {
    page,
    async load(opening: Opening): Promise<PageLoad> {
      const { url, cache = 'warm' } = opening;
      const visit = () => page.goto(url, { waitUntil: 'commit' });
      if (cache === 'cold') await session.send('Network.clearBrowserCache');
      else await open(opening, visit);
      // A reload stays in its process, whose counters go on; a visit starts another.
      const before = cache === 'cold' ? null : await readWork(session);
      const wire = await open(opening, cache === 'cold' ? visit : () => page.reload({ waitUntil: 'commit' }));
      const { firstPaint, figures, changed } = await page.evaluate(readMarks);
      const { tasks, script, layout } = await readWork(session);
      const work = {
        tasks: tasks - (before?.tasks ?? 0),
        script: script - (before?.script ?? 0),
        layout: layout - (before?.layout ?? 0),
      };
      await page.goto('about:blank');
      return { ...wire.seen(), ...work, firstPaint, figures, settled: Math.max(changed, wire.last()) };
    },
  };
}

export type PageLoader = Awaited<ReturnType<typeof createPageLoader>>;

/** The median of each figure. */
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
  const marks = { figures: Number.NaN, changed: 0 };
  Reflect.set(globalThis, 'benchMarks', marks);
  let isDue = false;
  const isAboveTheFold = (element: Element) => {
    const { top, bottom, width } = element.getBoundingClientRect();
    return width > 0 && bottom > 0 && top < innerHeight;
  };
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
    // After the frame in which the change is drawn.
    requestAnimationFrame(() => setTimeout(look));
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Runs in the page. */
function readMarks() {
  const { figures, changed } = Reflect.get(globalThis, 'benchMarks') as { figures: number; changed: number }; // set above
  const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
  return { figures, changed, firstPaint };
}

/** Asks the browser itself: Playwright's own queries would first load 300 KiB of script into the page being measured. */
async function untilQuiet(
  session: CDPSession,
  { wire, content }: { wire: ReturnType<typeof watchWire>; content: string },
): Promise<void> {
  const expression = `document.querySelector(${JSON.stringify(content)}) ? performance.now() - benchMarks.changed : 0`;
  for (;;) {
    // Fails while a page replaces the one before.
    const quiet = await session.send('Runtime.evaluate', { expression, returnByValue: true }).then(
      ({ result }) => Number(result.value),
      () => 0,
    );
    if (Math.min(quiet, wire.idleFor()) >= quietFor) return;
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

function watchWire(session: CDPSession) {
  let [requests, bytes, startedAt, lastAt] = [0, 0, 0, 0];
  let heardAt = performance.now();
  const inFlight = new Set<string>();
  const urls = new Set<string>();
  // A set, because one request may be reported twice: as found in memory and as once read from disk.
  const cached = new Set<string>();
  const note = (timestamp: number) => {
    heardAt = performance.now();
    lastAt = timestamp;
  };
  const onRequest = (event: { requestId: string; timestamp: number; request: { url: string } }) => {
    if (!event.request.url.startsWith('http')) return;
    if (requests === 0) startedAt = event.timestamp;
    requests += 1;
    urls.add(event.requestId);
    inFlight.add(event.requestId);
    note(event.timestamp);
  };
  const onResponse = (event: {
    requestId: string;
    timestamp: number;
    response: { fromDiskCache?: boolean; mimeType: string };
  }) => {
    // A live stream never ends.
    if (event.response.mimeType === 'text/event-stream') inFlight.delete(event.requestId);
    if (event.response.fromDiskCache && urls.has(event.requestId)) cached.add(event.requestId);
    note(event.timestamp);
  };
  const onMemory = ({ requestId }: { requestId: string }) => void cached.add(requestId);
  const onEnd = (event: { requestId: string; timestamp: number; encodedDataLength?: number }) => {
    inFlight.delete(event.requestId);
    bytes += event.encodedDataLength ?? 0;
    note(event.timestamp);
  };
  session.on('Network.requestWillBeSent', onRequest);
  session.on('Network.responseReceived', onResponse);
  session.on('Network.requestServedFromCache', onMemory);
  session.on('Network.loadingFinished', onEnd);
  session.on('Network.loadingFailed', onEnd);
  return {
    idleFor: () => (inFlight.size > 0 ? 0 : performance.now() - heardAt),
    last: () => (lastAt - startedAt) * 1000,
    seen: () => ({ requests, overTheWire: requests - cached.size, kib: bytes / 1024 }),
    stop() {
      session.off('Network.requestWillBeSent', onRequest);
      session.off('Network.responseReceived', onResponse);
      session.off('Network.requestServedFromCache', onMemory);
      session.off('Network.loadingFinished', onEnd);
      session.off('Network.loadingFailed', onEnd);
    },
  };
}
