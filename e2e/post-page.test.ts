import { expect, it } from 'vitest';
import { listViolations } from './axe.ts';
import { movePointer, newPage, signIn } from './browser.ts';
import { applyStyle } from './fingerprint.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

it('opens one post and then another from the posts grid, in both sizes and themes', async () => {
  const { page, complaints } = await newPage(browser);
  // Some days' newest posts are stories without a caption; posts with the most reach have one.
  await signIn(page, `${tidemark.url}/?preset=last-30-days&sort=reachTotal.desc`, 'Maya Lindqvist');
  await movePointer(page);
  const grid = page.getByRole('table', { name: 'Instagram Posts' });
  const caption = grid.locator('a[href*="/post/"]').filter({ hasNotText: 'Untitled Post' }).first();
  const text = await caption.innerText();

  await caption.click();

  await page.waitForURL(/\/account\/\d+\/post\/\d+/);
  await page.locator('[data-panel=life-curve]').waitFor();
  expect(await page.locator('main header').first().innerText()).toContain(text.slice(0, 20));
  expect(await page.getByRole('navigation', { name: 'Breadcrumb' }).innerText()).toContain('Post');
  await applyStyle(page, '*, *::before, *::after { transition: none !important; }');
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
      // Colours that are still changing have a contrast of their own.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      expect(await listViolations(page), `${size.width} ${colorScheme}`).toEqual([]);
    }

  const ranking = page.locator('[data-panel=post-ranking]');
  const before = page.url();
  await ranking.locator('a[href*="/post/"]').first().click();
  if (page.url() === before) await ranking.locator('a[href*="/post/"]').nth(1).click();
  await page.waitForURL((address) => address.href !== before);
  expect(complaints).toEqual([]);
  await page.context().close();
});
