import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { movePointer, newPage, signIn } from './browser.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';
import { instagramDaysAgo } from '../apps/server/test/program/world.ts';

setUpSharedTidemark();

const phone = { width: 390, height: 844 };
const toAddress = (days: number) => `from=${instagramDaysAgo(days)}&to=${instagramDaysAgo(1)}`;
const address = toAddress(7);

async function openOnPhone(days = 7): Promise<Page> {
  const { page } = await newPage(browser);
  await page.setViewportSize(phone);
  await signIn(page, `${tidemark.url}/?${toAddress(days)}`, 'Maya Lindqvist');
  await page.getByRole('button', { name: 'Recent media' }).waitFor();
  await movePointer(page);
  await page.waitForFunction(() => !document.querySelector('main [data-skeleton], main [aria-busy=true]'));
  return page;
}

it('fits the Overview into three and a half phone screens', async () => {
  const page = await openOnPhone();

  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3.5 * phone.height);
  await page.context().close();
});

it('keeps the header in one row for every range', async () => {
  const page = await openOnPhone();
  const heights: number[] = [];
  for (const search of ['', `?${address}`, `?${toAddress(400)}`]) {
    await page.goto(`${tidemark.url}/${search}`);
    await page.getByRole('button', { name: /^Date range/ }).waitFor();
    await page.getByRole('button', { name: /^Synced/ }).waitFor();
    heights.push(await page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().height));
  }

  expect(new Set(heights).size, heights.join()).toBe(1);
  await page.context().close();
});

it('shows three posts, and all of them with their pages on request', async () => {
  // In a week, there may be too few for a second page.
  const page = await openOnPhone(30);
  const table = page.getByRole('table', { name: 'Instagram Posts' });
  const rows = table.locator('tbody tr');
  const all = page.getByRole('button', { name: /^Show all \d+ posts$/ });

  expect(await rows.count()).toBe(3);
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(
    expect.arrayContaining(['Date', 'Reach', 'ER', 'Virality Score']),
  );
  await all.press('Enter');

  await expect.poll(() => rows.count()).toBe(5);
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.waitForURL(/page=2/);
  await page.getByRole('button', { name: 'Show fewer posts' }).click();
  await expect.poll(() => rows.count()).toBe(3);
  expect(new URL(page.url()).searchParams.has('page')).toBe(false);
  await page.context().close();
});

it('opens a closed card by keyboard, and keeps it open on the next visit', async () => {
  const page = await openOnPhone();
  const heading = page.getByRole('heading', { name: 'Audience activity' }).getByRole('button');
  const days = page.getByRole('list', { name: 'Posts by weekday' });

  expect(await heading.getAttribute('aria-expanded')).toBe('false');
  expect(await days.count()).toBe(0);
  await heading.focus();
  await page.keyboard.press('Enter');
  await days.waitFor();
  expect(await heading.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.reload();

  await days.waitFor();
  expect(await page.getByRole('button', { name: 'Recent media' }).getAttribute('aria-expanded')).toBe('false');
  await page.context().close();
});

it.each([
  [1440, 900],
  [390, 844],
])('shifts nothing while the Overview loads at %i by %i pixels', async (width, height) => {
  const { page } = await newPage(browser);
  await page.setViewportSize({ width, height });
  await page.addInitScript(() => {
    const moved: number[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) moved.push(Number(entry.value));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await signIn(page, `${tidemark.url}/?${address}`, 'Maya Lindqvist');
  await page.locator('[data-metric=virality-score][data-state=value]').waitFor();
  await movePointer(page);
  await page.waitForFunction(() => !document.querySelector('main [data-skeleton], main [aria-busy=true]'));

  const moved = await page.evaluate(() => (globalThis as unknown as { moved: number[] }).moved);

  expect(moved.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01);
  await page.context().close();
});

it('offers annotations next to the posts', async () => {
  const page = await openOnPhone();

  await page.getByRole('button', { name: 'Annotations' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add annotation' }).waitFor();

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await page.context().close();
});
