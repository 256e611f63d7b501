import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rateLimits } from '@tidemark/contract';
import type { Browser, Page } from 'playwright-core';
import { newPlaces, removePlaces, startTidemark, type Tidemark } from '../apps/server/test/program/tidemark-process.ts';
import { launchBrowser, signIn } from './browser.ts';
import { screens, type Screen } from './screens.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
const themes = ['light', 'dark'] as const;
const states = ['populated', 'loading', 'failed'] as const;
type State = (typeof states)[number];

// Requests without which only the app's frame would be shown.
const needed = ['/session', '/user/load', '/user/check', '/account/list', '/sse'];
const failure = {
  success: false,
  message: 'The database is not responding. Try again in a moment.',
  error: { code: 'database_unavailable', message: 'The database is not responding. Try again in a moment.' },
};
const folder = path.resolve(import.meta.dirname, '../screenshots');

const prefixes = process.argv.slice(2);
const chosen = screens.filter(
  ({ name }) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix)),
);
if (chosen.length === 0) throw new Error(`No screen has that name: ${screens.map(({ name }) => name).join(', ')}`);
await mkdir(folder, { recursive: true });
const tidemark = await startTidemark(await newPlaces(), {
  RATE_LIMITS: Object.keys(rateLimits)
    .map((limit) => `${limit}=100000/60`)
    .join(),
  RATE_LIMIT_PER_IP: '100000',
  RATE_LIMIT_PER_USER: '100000',
});
const browser = await launchBrowser();
try {
  await untilSeeded(tidemark);
  for (const [person, theirs] of Map.groupBy(chosen, (screen) => screen.person))
    for (const size of sizes) for (const theme of themes) await capture(browser, { person, theirs, size, theme });
} finally {
  await browser.close();
  await tidemark.stop();
  await removePlaces(tidemark);
}

async function untilSeeded({ output }: Tidemark): Promise<void> {
  for (const deadline = Date.now() + 900_000; !output().includes('All users seeded'); await sleep(200))
    if (Date.now() > deadline) throw new Error(`The demo users were not seeded in time:\n${output()}`);
}

interface Visit {
  person: string;
  theirs: Screen[];
  size: (typeof sizes)[number];
  theme: (typeof themes)[number];
}

async function capture(within: Browser, { person, theirs, size, theme }: Visit): Promise<void> {
  const context = await within.newContext({
    viewport: size,
    colorScheme: theme,
    timezoneId: 'UTC',
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.on('response', (response) => {
    if (response.status() === 429) console.warn(`Rate-limited: ${response.url()}`);
  });
  await signIn(page, tidemark.url, person);
  for (const screen of theirs)
    for (const state of states) {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await interceptCalls(page, state);
      await page.setViewportSize(size);
      await page.goto(tidemark.url + screen.path);
      await untilDrawn(page, state);
      await growToPage(page);
      await untilDrawn(page, state);
      const file = `${screen.name}-${state}-${size.width}-${theme}.png`;
      await page.screenshot({ path: path.join(folder, file) });
      console.log(file);
    }
  await context.close();
}

/** Grows the window first: panels that a full-page screenshot brings into view would be drawn too late for it. */
async function growToPage(page: Page): Promise<void> {
  const { width, height } = await page.evaluate(() => ({
    width: innerWidth,
    height: Math.max(innerHeight, document.documentElement.scrollHeight),
  }));
  await page.setViewportSize({ width, height });
}

async function interceptCalls(page: Page, state: State): Promise<void> {
  if (state === 'populated') return;
  await page.route('**/api/v1/**', (route) => {
    const { pathname } = new URL(route.request().url());
    if (needed.some((call) => pathname === `/api/v1${call}` || pathname.startsWith(`/api/v1${call}/`)))
      return route.fallback();
    return state === 'failed' ? route.fulfill({ status: 503, json: failure }) : undefined;
  });
}

/** Panels are drawn as they come near the viewport: scrolls through the page once, then waits for its skeletons. */
async function untilDrawn(page: Page, state: State): Promise<void> {
  await page.locator('main').waitFor();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top <= height; top += 600) {
    await page.evaluate((to) => window.scrollTo(0, to), top);
    await sleep(150);
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  if (state !== 'loading')
    await page
      .waitForFunction(() => !document.querySelector('main [data-skeleton], main [aria-busy=true]'), undefined, {
        timeout: 15_000,
      })
      .catch(() => console.warn(`Still loading: ${page.url()}`));
  await sleep(500);
}
