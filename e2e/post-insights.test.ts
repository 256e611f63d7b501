import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newPage, signIn } from './browser.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';
import { accountsOf, daysAgo, trueMedia, type Media } from '../apps/server/test/program/world.ts';

setUpSharedTidemark();

// Old enough that its posts' metrics no longer change.
const range = { from: daysAgo(120), to: daysAgo(31) };
const address = `tab=post-insights&from=${range.from}&to=${range.to}`;

function compact(value: number): string {
  if (value < 1000) return String(Math.round(value));
  return new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
    .format(value)
    .replace('K', 'k');
}
const sum = (media: readonly Media[], pick: (one: Media) => number) => media.reduce((all, one) => all + pick(one), 0);

async function oluPosts(): Promise<Media[]> {
  const [account] = await accountsOf(tidemark, 'olu@sandbox.test');
  if (!account) throw new Error('Olu has no account');
  // Uses the browser's days, which are UTC here; `day` is Instagram's.
  const isInRange = (day: string) => day >= range.from && day <= range.to;
  return (await trueMedia(tidemark, account.id))
    .filter(({ kind, publishedAt }) => kind !== 'story' && isInRange(publishedAt.slice(0, 10)))
    .toSorted((one, other) => other.publishedAt.localeCompare(one.publishedAt));
}

/** Expects the page's values for some posts to equal Instagram's. */
async function shows(page: Page, posts: readonly Media[]) {
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const reach = sum(posts, ({ totals }) => totals.reach);
  const interactions = sum(posts, ({ totals }) => totals.totalInteractions);
  await region('Total Reach').getByText(compact(reach), { exact: true }).waitFor();
  await region('Total Interactions').getByText(compact(interactions), { exact: true }).waitFor();
  await region('Avg Engagement Rate')
    .getByText(`${((interactions / reach) * 100).toFixed(1)}%`, { exact: true })
    .waitFor();
  const most = Math.max(...posts.map(({ totals }) => totals.totalInteractions));
  await region('Top Post').getByText(compact(most), { exact: true }).first().waitFor();
  await region('Post Performance')
    .getByRole('figure', { name: `Post Performance: ${posts.length} points` })
    .waitFor();
  await region('Top Performing Posts')
    .getByText(`1–${Math.min(5, posts.length)} of ${posts.length}`)
    .waitFor();
}

describe('Olu, the system-admin', () => {
  it('selects three posts in the strip, which updates every panel until Reset', async () => {
    const posts = await oluPosts();
    const { page, complaints } = await newPage(browser);
    await signIn(page, `${tidemark.url}/?from=${range.from}&to=${range.to}`, 'Olu Adeyemi');
    await page.getByRole('tab', { name: 'Post Insights' }).click();
    await shows(page, posts);

    const strip = page.getByRole('region', { name: 'Media strip' });
    await strip.hover();
    const cards = strip.getByRole('list', { name: 'Media' }).getByRole('button');
    for (const index of [0, 1, 2]) await cards.nth(index).click();
    await strip.getByText('3 selected').waitFor();
    await shows(page, posts.slice(0, 3));
    await page.getByText('At least 8 posts are needed to find a pattern: 3 are selected.').waitFor();
    await page.reload();
    await shows(page, posts.slice(0, 3));
    const reset = strip.getByRole('button', { name: 'Reset' });
    const before = await reset.boundingBox();
    await reset.hover();
    await page.waitForFunction(() => (document.querySelector('[data-pinned-bottom]')?.clientHeight ?? 0) > 200);
    expect(await reset.boundingBox(), 'the button stays under the pointer that opens the strip').toEqual(before);
    await reset.click();

    await shows(page, posts);
    expect(new URL(page.url()).searchParams.has('media')).toBe(false);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('moves through the strip by keyboard', async () => {
    const posts = await oluPosts();
    const { page } = await newPage(browser);
    await signIn(page, `${tidemark.url}/?${address}`, 'Olu Adeyemi');
    await shows(page, posts);
    const strip = page.getByRole('region', { name: 'Media strip' });
    const cards = strip.getByRole('list', { name: 'Media' }).getByRole('button');
    await cards.first().waitFor();

    await strip.getByRole('button', { name: /^Format/ }).focus();
    await page.keyboard.press('Tab');
    expect(await strip.getAttribute('data-open')).toBe('true');
    await page.keyboard.press('End');
    await page.waitForFunction(
      (last) => document.activeElement?.getAttribute('data-index') === last,
      `${posts.length - 1}`,
    );
    await page.keyboard.press('Space');
    await shows(page, posts.slice(-1));
    await page.keyboard.press('Escape');

    expect(await strip.getAttribute('data-open')).toBe('false');
    await page.context().close();
  });
});

describe('Maya, a user without the operator role', () => {
  it('has no Post Insights tab at any URL, and gets its calls rejected', async () => {
    const { page } = await newPage(browser);
    const called: string[] = [];
    page.on('request', (request) => called.push(new URL(request.url()).pathname));
    await signIn(page, `${tidemark.url}/?${address}`, 'Maya Lindqvist');
    await page.getByRole('region', { name: 'Views' }).first().waitFor();
    const { accessToken } = (await (
      await fetch(`${tidemark.sandboxUrl}/_sandbox/tokens`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'maya@sandbox.test' }),
      })
    ).json()) as { accessToken: string };
    const [own] = await accountsOf(tidemark, 'maya@sandbox.test');

    const answer = await fetch(`${tidemark.url}/api/v1/metrics/media/aggregated`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({
        startDate: `${range.from}T00:00:00.000Z`,
        endDate: `${range.to}T23:59:59.999Z`,
        accountIds: [own?.id],
        mediaIds: null,
        metricNames: ['reach'],
      }),
    });

    expect(answer.status).toBe(403);
    expect(await page.getByRole('tab').count()).toBe(0);
    expect(called.filter((path) => /aggregated|opportunities|post-insights/.test(path))).toEqual([]);
    await page.context().close();
  });
});
