import type { Browser, Page } from 'playwright-core';
import { newPage } from '../e2e/browser.ts';
import { createPageLoader, toMedian, type Opening, type PageLoad, type PageLoader } from './page-load.ts';
import { count, loadAverage, milliseconds, printTable } from './report.ts';

/** The whole browser, if named; by default the headless shell of the tests. */
export const browserPath = process.env['BENCH_BROWSER'];
/** As people see it: animations compete for the same processor. */
export const moving = { reducedMotion: 'no-preference' } as const;
const browserName = browserPath ?? 'headless shell';
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);

export interface Subject extends Opening {
  name: string;
  loader: PageLoader;
}

/** Shown on all our pages once their first metrics are drawn. */
export const ownContent = '#root [data-metric][data-state=value]';

/** Loads the pages in turn, so that neighbours slow them all; the first round fills caches and does not count. */
export async function measureLoads(title: string, subjects: readonly Subject[]): Promise<PageLoad[]> {
  const loads: PageLoad[][] = subjects.map(() => []);
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, subject] of subjects.entries()) {
      const load = await subject.loader.load(subject);
      if (round > 0) loads[index]?.push(load);
    }
  const medians = loads.map(toMedian);
  printTable(
    `web: ${title}, ${browserName}, median of ${rounds}, load average ${loadAverage()}`,
    [
      '',
      'requests',
      'not from the cache',
      'KiB',
      'first paint',
      'figures above the fold',
      'content',
      'settled',
      'main thread',
      'of it script',
      'of it style and layout',
    ],
    medians.map((load, index) => [
      subjects[index]?.name ?? '',
      count(load.requests),
      count(load.overTheWire),
      load.kib.toFixed(1),
      ...[load.firstPaint, load.figures, load.content, load.settled, load.tasks, load.script, load.layout].map(
        (value) => (Number.isNaN(value) ? '' : milliseconds(value)),
      ),
    ]),
  );
  return medians;
}

/**
 * Opens a page on an Umami that runs elsewhere, signed in as its first user, if `UMAMI_BASE` and `UMAMI_SITE` name one.
 */
export async function openUmami(browser: Browser): Promise<((days: 30 | 90) => Subject) | null> {
  const { UMAMI_BASE: base, UMAMI_SITE: site, UMAMI_PASSWORD: password = 'umami' } = process.env;
  if (!base || !site) return null;
  const { page } = await newPage(browser, moving);
  await signInToUmami(page, base, password);
  const loader = await createPageLoader(page);
  return (days) => ({
    name: `Umami, ${days} days`,
    loader,
    url: `${base}/websites/${site}?date=${days}day`,
    content: 'canvas',
  });
}

async function signInToUmami(page: Page, base: string, password: string): Promise<void> {
  const response = await page.request.post(`${base}/api/auth/login`, { data: { username: 'admin', password } });
  if (!response.ok()) throw new Error(`Umami's sign-in answered ${response.status()}`);
  const token: unknown = Reflect.get(Object(await response.json()), 'token');
  await page.goto(`${base}/login`);
  await page.evaluate((value) => localStorage.setItem('umami.auth', JSON.stringify(value)), token);
}
