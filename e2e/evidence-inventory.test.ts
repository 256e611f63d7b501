import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { movePointer, newPage, signIn } from './browser.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

const entry = /^Where (this number comes|these numbers come) from$/;

interface Inventory {
  /** Texts with a number, by the name of the button that leads to their explanation. */
  explained: Record<string, number>;
  /** Numbers within the row of a post, whose page explains them. */
  ofPosts: number;
  /** In the strip that selects the posts whose numbers the cards show and explain. */
  ofStrip: number;
  /** The page's sentence, which repeats numbers of its cards. */
  repeated: string[];
  unexplained: string[];
}

/** Counts all numbers of a page: each belongs to a card that explains it, or to a post with a page of its own. */
function takeInventory(page: Page): Promise<Inventory> {
  return page.evaluate(() => {
    const found: Inventory = { explained: {}, ofPosts: 0, ofStrip: 0, repeated: [], unexplained: [] };
    const main = document.querySelector('main');
    const walker = document.createTreeWalker(main ?? document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent?.trim() ?? '';
      const element = walker.currentNode.parentElement;
      const isShown = element?.checkVisibility({ visibilityProperty: true });
      if (!element || !isShown || !/\d/.test(text) || element.closest('time, option, dialog, button[aria-haspopup]'))
        continue;
      const card = element.closest('section[aria-labelledby]');
      const opener = [...(card?.querySelectorAll('header button') ?? [])]
        .map((button) => button.getAttribute('aria-label') ?? '')
        .find((label) => label.endsWith(' Guide') || label === 'Where these numbers come from');
      if (element.closest('tr, li, article')?.querySelector('a[href*="/post/"]')) found.ofPosts += 1;
      else if (element.closest('[aria-label="Media strip"]')) found.ofStrip += 1;
      else if (opener) found.explained[opener] = (found.explained[opener] ?? 0) + 1;
      else if (!card && element.closest('main header')) found.repeated.push(text);
      else found.unexplained.push(`${card?.querySelector('h2')?.textContent ?? 'no card'}: ${text}`);
    }
    return found;
  });
}

/** Opens each button's guide and expects the way to the answers in it. */
async function expectEntries(page: Page, openers: readonly string[]): Promise<void> {
  for (const name of openers) {
    const opener = page.getByRole('button', { name, exact: true }).first();
    await opener.press('Enter');
    const dialog = page.getByRole('dialog').last();
    const isGuide = name.endsWith(' Guide');
    if (isGuide) await dialog.getByRole('button', { name: entry }).press('Enter');
    await page.getByRole('dialog', { name: /^Where / }).waitFor();
    if (isGuide) await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').first().waitFor({ state: 'hidden' });
  }
}

async function untilDrawn(page: Page): Promise<void> {
  for (const panel of await page.locator('main section').all()) await panel.scrollIntoViewIfNeeded().catch(() => {});
  await page.waitForFunction(() => document.querySelectorAll('main [aria-busy=true]').length === 0);
  await page.waitForLoadState('networkidle');
}

async function expectAllExplained(page: Page, least: number): Promise<void> {
  await untilDrawn(page);
  const { explained, ofPosts, unexplained } = await takeInventory(page);

  expect(unexplained).toEqual([]);
  expect(Object.values(explained).reduce((sum, count) => sum + count, ofPosts)).toBeGreaterThan(least);
  await expectEntries(page, Object.keys(explained));
}

it('leads from every number on the Overview, a post and a story to its answers', async () => {
  const { page, complaints } = await newPage(browser);
  await signIn(page, `${tidemark.url}/?preset=last-30-days&chart=engagement-rate`, 'Maya Lindqvist');
  await movePointer(page);
  await page.getByRole('table', { name: 'Instagram Posts' }).locator('a[href*="/post/"]').first().waitFor();
  await expectAllExplained(page, 150);

  for (const format of ['REEL', 'STORY']) {
    await page.goto(`${tidemark.url}/?preset=last-30-days&format=${format}`);
    await movePointer(page);
    await page.getByRole('table', { name: 'Instagram Posts' }).locator('a[href*="/post/"]').first().click();
    await page.locator('[data-panel=post-metrics]').waitFor();
    await expectAllExplained(page, 8);
  }
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('leads from every number of Post Insights to its answers', async () => {
  const { page } = await newPage(browser);
  await signIn(page, `${tidemark.url}/?tab=post-insights&preset=last-30-days`, 'Olu Adeyemi');
  await page.locator('[data-panel=top-posts] a[href*="/post/"]').first().waitFor();
  await expectAllExplained(page, 60);
  await page.context().close();
});
