import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { listViolations } from './axe.ts';
import { newPage, signIn } from './browser.ts';
import { applyStyle } from './fingerprint.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

const path = '/posts?preset=last-90-days';
const tiles = (page: Page) => page.locator('main').getByRole('link', { name: /(Reel|Carousel|Post): / });
const whatWorks = (page: Page, name: string) =>
  page.locator('[data-panel=what-works]').getByRole('button', { name, exact: true });
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

async function open(search = ''): Promise<{ page: Page; complaints: string[] }> {
  const opened = await newPage(browser);
  await signIn(opened.page, `${tidemark.url}${path}${search}`, 'Maya Lindqvist');
  await opened.page.locator('main [data-panel=what-works]').waitFor();
  return opened;
}

it('filters by what works, keeps the filters in the address, and clears them', async () => {
  const { page, complaints } = await open();
  await page.getByText(/^Your best post(, a \w+)?: /).waitFor();
  expect(await page.getByRole('navigation', { name: 'Breadcrumb' }).innerText()).toContain('Posts');

  await whatWorks(page, 'Reels').click();
  await page.waitForURL(/kind=REEL/);
  await whatWorks(page, 'Tuesday').click();
  await page.waitForURL(/weekday=tue/);
  await page.getByText(/^The best reel here: /).waitFor();
  await page.reload();

  await page.getByText(/^The best reel here: /).waitFor();
  expect(await tiles(page).count()).toBeGreaterThan(0);
  for (const name of await tiles(page).allInnerTexts()) expect(name).toContain('Reel');
  const before = page.url();
  await tiles(page).first().focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/account\/\d+\/post\/\d+/);
  await page.goBack();
  await page.getByText(/^The best reel here: /).waitFor();
  expect(page.url()).toBe(before);
  await page.getByRole('button', { name: 'Remove filter Tuesdays' }).click();
  await page.waitForURL((address) => !address.searchParams.has('weekday'));
  await page.getByRole('button', { name: 'Clear filters' }).click();

  await page.getByText(/^Your best post(, a \w+)?: /).waitFor();
  expect(searchOf(page)).toEqual({ preset: 'last-90-days' });
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('shows the best and the worst nine by a chosen metric', async () => {
  const { page, complaints } = await open();

  await page.getByRole('button', { name: /^Sort by: / }).click();
  await page.getByRole('menuitemradio', { name: 'Saves' }).click();
  await page.waitForURL(/sort=saved\.desc/);
  await page.getByRole('radio', { name: 'Best nine' }).check();
  await page.waitForURL(/only=best/);
  await expect.poll(() => tiles(page).count()).toBe(9);
  const savesOf = async () => {
    const texts = await page.locator('main li a b').allInnerTexts();
    return texts.map((text) => Number(text.replace(/ saves?$/, '').replaceAll(',', '')));
  };
  const best = await savesOf();
  expect(best).toEqual(best.toSorted((one, other) => other - one));
  await page.getByRole('radio', { name: 'Worst nine' }).check();
  await page.getByText(/^Posts under 48 hours old are left out/).waitFor();

  await expect.poll(async () => Math.max(...(await savesOf()))).toBeLessThanOrEqual(Math.min(...best));
  const worst = await savesOf();
  expect(worst).toEqual(worst.toSorted((one, other) => one - other));
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('compares posts selected by keyboard, also after a reload', async () => {
  const { page, complaints } = await open();
  const boxes = page.getByRole('checkbox', { name: /^Select / });

  for (const place of [0, 3, 5]) {
    await boxes.nth(place).focus();
    await page.keyboard.press('Space');
  }
  const bar = page.getByRole('group', { name: 'Selected posts' });
  await bar.getByText('3 posts selected').waitFor();
  await bar.getByRole('button', { name: 'Compare' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Compare posts' });
  const views = dialog.getByRole('row', { name: /^Views \d/ });
  await views.waitFor();
  expect(await dialog.getByRole('columnheader', { name: /Reel|Carousel|Post/ }).count()).toBe(3);
  expect(await views.innerText()).toContain('best');
  expect(await listViolations(page)).toEqual([]);
  await page.reload();

  await views.waitFor();
  expect(await dialog.getByRole('columnheader', { name: /Reel|Carousel|Post/ }).count()).toBe(3);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await bar.getByText('3 posts selected').waitFor();
  await bar.getByRole('button', { name: 'Clear' }).click();
  await bar.waitFor({ state: 'hidden' });
  expect(searchOf(page)).toEqual({ preset: 'last-90-days' });
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('shows each month in a calendar', async () => {
  const { page, complaints } = await open('&view=calendar');
  const calendar = page.locator('[data-panel=post-calendar]');
  const title = await calendar.getByRole('heading', { level: 2 }).innerText();

  await calendar.getByRole('button', { name: 'Previous month' }).click();

  await page.waitForURL(/month=20\d\d-\d\d/);
  await expect.poll(() => calendar.getByRole('heading', { level: 2 }).innerText()).not.toBe(title);
  const [, year = 0, month = 0] = /month=(\d+)-(\d+)/.exec(page.url())?.map(Number) ?? [];
  expect(await calendar.getByRole('heading', { level: 3 }).count()).toBe(new Date(year, month, 0).getDate());
  await calendar.getByRole('link').first().waitFor();
  const count = Number.parseInt(await calendar.getByText(/^\d+ posts?$/).innerText(), 10);
  expect(await calendar.getByRole('link').count()).toBe(count);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('fits every width in both themes, as grid, list and calendar', async () => {
  const { page, complaints } = await open();
  await applyStyle(page, '*, *::before, *::after { transition: none !important; }');
  for (const layout of ['Grid', 'List', 'Calendar']) {
    await page.getByRole('radio', { name: layout }).check();
    await page.waitForFunction(() => !document.querySelector('main [data-skeleton], main [aria-busy=true]'));
    for (const width of [1440, 1024, 390])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
        // Colours that are still changing have a contrast of their own.
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        expect(await listViolations(page), `${layout} ${width} ${colorScheme}`).toEqual([]);
      }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  expect(complaints).toEqual([]);
  await page.context().close();
});
