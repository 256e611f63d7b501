import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { readPdfTexts } from '../apps/server/test/pdf-texts.ts';
import { instagramDaysAgo } from '../apps/server/test/program/world.ts';
import { newPage, signIn } from './browser.ts';
import { readScreen } from './read-overview.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

/** Returns the texts in the document that the export menu offers. */
async function exportPdf(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download PDF' }).click(),
  ]);
  return readPdfTexts(await readFile(await file.path()));
}

/** Returns a card's value, without its mark. */
const first = (shown: unknown) => (Array.isArray(shown) ? String(shown[0]) : '');
const shownCountries = 10;
const shownMedia = 10;
const last = (text: string) => text.split(' ').at(-1) ?? '';

it.each([
  ['the last seven days, of which one is running', `from=${instagramDaysAgo(6)}&to=${instagramDaysAgo(0)}`],
  [
    'four closed weeks compared with last year',
    `from=${instagramDaysAgo(28)}&to=${instagramDaysAgo(1)}&compare=last-year`,
  ],
  ['ninety days', `from=${instagramDaysAgo(90)}&to=${instagramDaysAgo(1)}`],
])("matches the screen's values as text in an Overview document for %s", async (_, range) => {
  const { page, complaints } = await newPage(browser);
  // High enough that every panel loads.
  await page.setViewportSize({ width: 1440, height: 4_000 });
  await signIn(page, tidemark.url, 'Maya Lindqvist');
  await page.goto(`${tidemark.url}/?${range}`);

  // Values become more exact while the page is open, when windows that it requested are synced.
  await vi.waitFor(
    async () => {
      await expect.poll(() => page.locator('[data-skeleton], [data-refreshing]').count(), { timeout: 20_000 }).toBe(0);
      const texts = await exportPdf(page);
      const { cards, totals, parts, ages, gender, countries } = await readScreen(page);
      const highlights = page.locator('[data-panel="highlights"]');
      const recent = await highlights.locator('section[aria-label="Totals"] dd > span:first-child').allInnerTexts();
      const newest = highlights.locator('ul[aria-label="Recent media"] li');
      const counts = (await newest.all()).slice(0, shownMedia).map((item) => item.locator('b').allInnerTexts());
      const activity = await page.locator('[data-panel="activity"] td:not(:has(.vh))').allInnerTexts();
      const shown = [
        ...Object.values(cards).map(first),
        ...Object.values(totals).map(first),
        ...parts.flat().map(last),
        ...ages.map(String),
        ...gender.map(last),
        ...countries.slice(0, shownCountries).map(String),
        ...recent,
        ...(await Promise.all(counts)).flat(),
        ...activity,
      ];
      expect(shown.length).toBeGreaterThan(30);
      expect(shown.filter((value) => !texts.includes(value))).toEqual([]);
    },
    { timeout: 90_000, interval: 2_000 },
  );
  expect(complaints).toEqual([]);
  await page.context().close();
});

/** Returns elements' texts, without their marks. */
async function readTexts(page: Page, selector: string): Promise<string[]> {
  const texts = await page.locator(selector).allInnerTexts();
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '');
}

interface ShownPage {
  name: string;
  person: string;
  open: (page: Page) => Promise<unknown>;
  /** Elements whose texts the document has. */
  shown: string[];
  least: number;
}

const quarter = `from=${instagramDaysAgo(90)}&to=${instagramDaysAgo(1)}`;

/** Opens a reel that is young enough for a course over time. */
async function openReel(page: Page) {
  await page.goto(`${tidemark.url}/?from=${instagramDaysAgo(30)}&to=${instagramDaysAgo(3)}&rows=100`);
  const reel = page.locator('tr, [role="row"]').filter({ hasText: 'Reel' }).locator('a[href*="/post/"]').first();
  await page.goto(`${tidemark.url}${(await reel.getAttribute('href')) ?? ''}`);
}

it.each<ShownPage>([
  {
    name: 'the best time to post',
    person: 'Maya Lindqvist',
    open: (page) => page.goto(`${tidemark.url}/best-time`),
    shown: [
      'header p',
      '[data-panel="best-time"] td [aria-hidden]',
      '[data-panel="followers-online"] td [aria-hidden]',
    ],
    least: 150,
  },
  {
    name: 'a post',
    person: 'Maya Lindqvist',
    open: openReel,
    shown: [
      '[data-panel="post-metrics"] dd',
      '[data-panel="post-scores"] .num',
      '[data-panel="post-scores"] li p',
      '[data-panel="post-ranking"] td .num b',
      '[data-panel="life-curve"] output b',
    ],
    least: 15,
  },
  {
    name: 'Post Insights',
    person: 'Olu Adeyemi',
    open: (page) => page.goto(`${tidemark.url}/?tab=post-insights&${quarter}`),
    shown: [
      '[class*="sentence"]',
      '[data-tile] p span:first-child',
      '[data-panel="interactions"] li b',
      '[data-panel="profile"] li b',
      '[data-panel="top-posts"] td:nth-child(n+3)',
    ],
    least: 30,
  },
  {
    name: 'Compare accounts',
    person: 'Maya Lindqvist',
    open: (page) => page.goto(`${tidemark.url}/compare?${quarter}`),
    shown: ['[data-panel="compared-metrics"] td:nth-child(n+2) > span > span:first-child'],
    least: 20,
  },
])("matches the screen's values as text in the document of $name", async ({ person, open, shown, least }) => {
  const { page, complaints } = await newPage(browser);
  await page.setViewportSize({ width: 1440, height: 3_000 });
  await signIn(page, tidemark.url, person);
  await open(page);

  await vi.waitFor(
    async () => {
      await expect.poll(() => page.locator('[data-skeleton], [data-refreshing]').count(), { timeout: 20_000 }).toBe(0);
      const texts = (await exportPdf(page)).join(' ').replaceAll(/\s+/g, ' ');
      const values = (await Promise.all(shown.map((selector) => readTexts(page, `main ${selector}`)))).flat();
      expect(values.length).toBeGreaterThan(least);
      expect(values.filter((value) => !texts.includes(value))).toEqual([]);
    },
    { timeout: 60_000, interval: 2_000 },
  );
  expect(complaints).toEqual([]);
  await page.context().close();
});
