import type { Locator, Page } from 'playwright-core';
import { movePointer } from './browser.ts';

export const parts: Record<string, string> = {
  REEL: 'Reels',
  POST: 'Posts',
  CAROUSEL_CONTAINER: 'Carousels',
  STORY: 'Stories',
  AD: 'Ads',
  FOLLOWER: 'Followers',
  NON_FOLLOWER: 'Non-followers',
  LIKES: 'Likes',
  COMMENTS: 'Comments',
  SAVES: 'Saves',
  SHARES: 'Shares',
  OTHER: 'Other',
  UNKNOWN: 'Unknown',
};
export const whole = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 0 });
export const percent = (value: number) => `${value.toFixed(1)}%`;

export function compact(value: number): string {
  if (Math.round(value) < 1000) return String(Math.round(value));
  const format = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
  return format.format(value).replace('K', 'k');
}

export const cardFormats: Record<string, (value: number) => string> = {
  followers: compact,
  'post-activity': whole,
  'engagement-rate': percent,
  'engaged-audience': percent,
  'conversion-rate': percent,
  'virality-score': (value) => value.toFixed(1),
};
export const totals = ['views', 'reach', 'total_interactions'];

const texts = (locator: Locator) => locator.evaluateAll((found) => found.map((one) => one.textContent ?? ''));
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Returns everything with a value on the Overview. */
export async function readScreen(page: Page) {
  await movePointer(page);
  await page.waitForFunction(() => !document.querySelector('main [aria-busy=true]'));
  const card = (metric: string) => page.locator(`[data-metric="${metric}"][data-state=value] p`).first();
  const partsOf = async (metric: string) =>
    (await page.locator(`[data-metric="${metric}"] ul[aria-label] li`).all()).map(async (item) => {
      const spans = await texts(item.locator('> span'));
      const name = spans.find((text) => Object.values(parts).includes(text));
      return `${name} ${spans.at(-1)}`;
    });
  const marked = (within: Locator) => within.locator('[aria-label^="Approximate"]').count();
  const demographics = page.locator('[data-panel=demographics]');
  await demographics.getByText('Age & Gender').click();
  const shares = (list: string) => demographics.getByRole('list', { name: list }).getByRole('listitem');
  const ages = await shares('Age group distribution').evaluateAll((items) =>
    items.map((item) => item.querySelector(':scope > span:last-child')?.textContent),
  );
  const notes = await texts(demographics.locator('li:has(abbr)'));
  const gender = await shares('Gender distribution').evaluateAll((items) =>
    items.map((item) => (item as HTMLElement).innerText.split('\n').filter(Boolean).join(' ')),
  );
  await demographics.getByText('Geography').click();
  const countries = await texts(demographics.locator('table tbody tr td:last-child'));
  return {
    cards: Object.fromEntries(
      await Promise.all(
        Object.keys(cardFormats).map(async (metric) => [
          metric,
          [plain((await card(metric).locator('span').first().textContent()) ?? ''), await marked(card(metric))],
        ]),
      ),
    ),
    totals: Object.fromEntries(
      await Promise.all(
        totals.map(async (metric) => {
          const total = page.locator(`[data-metric="${metric}"] [data-total]`);
          return [metric, [plain((await total.textContent()) ?? ''), await marked(total)]];
        }),
      ),
    ),
    changes: await Promise.all(
      totals.map(async (metric) =>
        plain(await page.locator(`[data-metric="${metric}"] [data-total]`).locator('xpath=../..').innerText()),
      ),
    ),
    parts: await Promise.all(totals.map(async (metric) => (await Promise.all(await partsOf(metric))).toSorted())),
    posts: await page
      .getByLabel('Instagram Posts', { exact: true })
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.children].slice(2).map((cell) => (cell as HTMLElement).innerText.trim())),
      ),
    ages,
    notes: notes.map((text) => text.match(/[\d.]+%/g)?.slice(0, 3)),
    gender,
    countries,
    hours: (await texts(page.locator('[data-panel=activity] td'))).map(Number),
  };
}
