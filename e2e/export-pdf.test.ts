import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { readPdfTexts } from '../apps/server/test/pdf-texts.ts';
import { instagramDaysAgo } from '../apps/server/test/program/world.ts';
import { newPage, signIn } from './browser.ts';
import { readScreen } from './read-overview.ts';
import { browser, tidemark, useSeededTidemark } from './seeded-tidemark.ts';

useSeededTidemark();

/** The texts of the document that the export menu offers. */
async function exportPdf(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download PDF' }).click(),
  ]);
  return readPdfTexts(await readFile(await file.path()));
}

/** The value of a card, without its mark. */
const first = (shown: unknown) => (Array.isArray(shown) ? String(shown[0]) : '');
const shownCountries = 10;
const last = (text: string) => text.split(' ').at(-1) ?? '';

it.each([
  ['the last seven days, of which one is running', `from=${instagramDaysAgo(6)}&to=${instagramDaysAgo(0)}`],
  [
    'four closed weeks compared with last year',
    `from=${instagramDaysAgo(28)}&to=${instagramDaysAgo(1)}&compare=last-year`,
  ],
  ['ninety days', `from=${instagramDaysAgo(90)}&to=${instagramDaysAgo(1)}`],
])('the document of an Overview has the values of the screen as text for %s', async (_, range) => {
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
      const shown = [
        ...Object.values(cards).map(first),
        ...Object.values(totals).map(first),
        ...parts.flat().map(last),
        ...ages.map(String),
        ...gender.map(last),
        ...countries.slice(0, shownCountries).map(String),
      ];
      expect(shown.length).toBeGreaterThan(30);
      expect(shown.filter((value) => !texts.includes(value))).toEqual([]);
    },
    { timeout: 90_000, interval: 2_000 },
  );
  expect(complaints).toEqual([]);
  await page.context().close();
});
