import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { listViolations } from './axe.ts';
import { movePointer, newPage, signIn } from './browser.ts';
import { applyStyle } from './fingerprint.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

/** Checks the open dialog in both sizes and themes. */
async function expectReadable(page: Page, name: string): Promise<void> {
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      const shots = process.env['EVIDENCE_SHOTS'];
      if (shots) await page.screenshot({ path: `${shots}/${name}-${size.width}-${colorScheme}.png` });
      expect(await listViolations(page), `${name} ${size.width} ${colorScheme}`).toEqual([]);
    }
  await page.setViewportSize({ width: 1440, height: 900 });
}

it('opens the views of a week, and of a post, to the answers from Meta, by keyboard', async () => {
  const { page, complaints } = await newPage(browser);
  await signIn(page, `${tidemark.url}/?preset=last-7-days`, 'Maya Lindqvist');
  await applyStyle(page, '*, *::before, *::after { transition: none !important; animation: none !important; }');

  const help = page.getByRole('button', { name: 'Views Card Guide' });
  await help.press('Enter');
  const entry = page.getByRole('button', { name: 'Where this number comes from' });
  await entry.press('Enter');

  const dialog = page.getByRole('dialog', { name: 'Where Views comes from' });
  await dialog.getByText('Views = ', { exact: false }).waitFor();
  await expectReadable(page, 'closed');
  const call = dialog.getByRole('button', { expanded: false }).first();
  await call.press('Enter');
  expect(await dialog.locator('mark').count()).toBe(1);
  await expectReadable(page, 'open');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await focused(page)).toBe('Where this number comes from');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Views Card Guide');

  await page.goto(`${tidemark.url}/?preset=last-30-days&sort=reachTotal.desc`);
  await movePointer(page);
  await page.getByRole('table', { name: 'Instagram Posts' }).locator('a[href*="/post/"]').first().click();
  await page.waitForURL(/\/account\/\d+\/post\/\d+/);
  await applyStyle(page, '*, *::before, *::after { transition: none !important; animation: none !important; }');
  await page.getByRole('button', { name: 'Where these numbers come from' }).first().press('Enter');
  const ofPost = page.getByRole('dialog', { name: 'Where these numbers come from' });
  await ofPost.getByText('views = ', { exact: false }).waitFor();
  expect(await ofPost.locator('mark').count()).toBe(1);
  await expectReadable(page, 'post');
  await ofPost.getByLabel('Metric').selectOption('Engagement rate');
  await ofPost.getByText('Engagement rate = interactions ÷ reach × 100', { exact: false }).waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('opens the number that a link names, and closes without it', async () => {
  const { page, complaints } = await newPage(browser);
  await signIn(page, `${tidemark.url}/?preset=last-30-days&evidence=reach`, 'Maya Lindqvist');
  await applyStyle(page, '*, *::before, *::after { transition: none !important; animation: none !important; }');
  const dialog = page.getByRole('dialog', { name: 'Where Reach comes from' });
  await dialog.getByText('Reach', { exact: false }).first().waitFor();
  await dialog.getByText(/ then, | the same as now/).waitFor();
  await dialog.getByLabel('Part').selectOption('Reels');
  await dialog.getByText('Reach: reels', { exact: false }).waitFor();
  await expectReadable(page, 'linked');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.waitForURL(({ search }) => !search.includes('evidence'));

  await page.goto(`${tidemark.url}/?preset=last-30-days&evidence=posts-total_interactions`);
  const ofPosts = page.getByRole('dialog', { name: 'Where these numbers come from' });
  await ofPosts.getByRole('link').first().waitFor();
  await applyStyle(page, '*, *::before, *::after { transition: none !important; animation: none !important; }');
  await expectReadable(page, 'posts');
  await ofPosts.locator('a[href*="/post/"]').first().press('Enter');
  await page.waitForURL(/\/post\/\d+.*evidence=total_interactions/);
  const ofOnePost = page.getByRole('dialog', { name: 'Where these numbers come from' });
  await ofOnePost.getByText('total_interactions = ', { exact: false }).waitFor();

  await page.goto(`${tidemark.url}/?preset=last-30-days&evidence=follower_demographics`);
  const ofAudience = page.getByRole('dialog', { name: 'Where demographics come from' });
  await ofAudience.getByText('A share = ', { exact: false }).waitFor();
  await applyStyle(page, '*, *::before, *::after { transition: none !important; animation: none !important; }');
  await expectReadable(page, 'audience');
  expect(complaints).toEqual([]);
  await page.context().close();
});
