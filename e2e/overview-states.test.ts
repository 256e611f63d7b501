import type { Page, Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { movePointer, newPage, signIn, withoutBatches } from './browser.ts';
import { listCutCells } from './cut-cells.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';
import { accountsOf, instagramDaysAgo, trueDays } from '../apps/server/test/program/world.ts';

setUpSharedTidemark();

const address = (back: number) => `from=${instagramDaysAgo(back + 6)}&to=${instagramDaysAgo(back)}`;
const refusal = { success: false, message: 'No', error: { code: 'invalid_input', message: 'No', requestId: 'x' } };

async function refuse(page: Page, path: string) {
  await withoutBatches(page);
  await page.route(`**/api/v1/${path}`, (route) => route.fulfill({ status: 400, json: refusal }));
}

it.each([
  ['media/list/date/range', 'Unable to retrieve post activity', '[data-metric=post-activity]'],
  ['figures/media/activity', 'Unabled to retreive post activity', '[data-panel=activity]'],
  ['figures/breakdown/views', 'Unable to retrieve views breakdown data', '[data-metric=views]'],
  ['figures/account/timeseries/reach', 'Unable to retrieve reach line data', '[data-metric=reach]'],
  ['figures/account/latest', 'Unabled to retreive demographic data', '[data-panel=demographics]'],
  ['figures/media/top-format', 'Unable to retrieve preferred media format', '[data-panel=demographics]'],
  ['media/get', 'Unabled to retreive media', '[data-panel=highlights]'],
  ['figures/account/insight/conversion-rate', 'Unabled to retreive conversion rate', '[data-metric=conversion-rate]'],
])("loses only one card's data without %s, which shows “%s”", async (path, text, card) => {
  const { page } = await newPage(browser);
  await refuse(page, path);
  await signIn(page, `${tidemark.url}/?${address(1)}`, 'Maya Lindqvist');

  await movePointer(page);

  await page.locator('[data-sonner-toast]').getByText(text, { exact: true }).waitFor();
  await page.locator(card).first().waitFor();
  await page.locator('[data-metric=followers][data-state=value]').waitFor();
  for (const other of ['[data-panel=activity] table', '[data-panel=highlights] li', '[data-panel=demographics] dl'])
    if (!other.startsWith(card)) await page.locator(other).first().waitFor();
  await page.context().close();
});

it("keeps its metrics when the lower panels' code fails to load, and each panel reports it", async () => {
  const { page } = await newPage(browser);
  await page.route('**/assets/lower-panels-*.js', (route) => route.abort());

  await signIn(page, `${tidemark.url}/?${address(1)}`, 'Maya Lindqvist');

  await movePointer(page);

  await page.getByRole('alert').getByText('This card could not be shown.').nth(3).waitFor();
  await page.locator('[data-metric=followers][data-state=value]').waitFor();
  await page.locator('[data-metric=virality-score][data-state=value]').waitFor();
  await page.context().close();
});

it("names in a failed card's tooltip what could not be calculated", async () => {
  const { page } = await newPage(browser);
  await refuse(page, 'figures/account/insight/*');
  await signIn(page, `${tidemark.url}/?${address(1)}`, 'Maya Lindqvist');

  for (const [metric, text] of [
    ['conversion-rate', 'Unable to calculate content conversion rate'],
    ['virality-score', 'Unable to calculate virality score'],
    ['engaged-audience', 'Unable to calculate engaged audience percentage'],
    ['followers', 'Unable to calculate follower count'],
  ] as const) {
    const card = page.locator(`[data-metric=${metric}][data-state=failed]`);
    await card.locator('[data-direction=flat]').first().hover();
    await page.getByRole('tooltip').getByText(text).waitFor();
    expect(await card.locator('p').first().textContent()).toMatch(/^0(\.0)?%?$/);
    await page.mouse.move(0, 0);
  }
  await page.context().close();
});

it('hatches the current day, and excludes it from trends', async () => {
  const { page } = await newPage(browser);
  await signIn(page, `${tidemark.url}/?${address(0)}`, 'Maya Lindqvist');
  const card = page.locator('[data-metric=engagement-rate][data-state=value]');

  await card.getByText('so far').waitFor();

  // Arriving data may move the card away from the pointer.
  const explanation = async () => {
    await page.mouse.move(0, 0);
    await card.locator('[data-direction]').first().hover();
    return (await page.getByRole('tooltip').allTextContents()).join();
  };
  await expect.poll(explanation, { timeout: 20_000 }).toContain('Compared over the first 6 of 7 days.');
  await page.locator('[data-metric=views] [data-band]').getByText('so far').waitFor();
  await page.context().close();
});

/** Returns the height of the content types without reserved space on the main cards, which reserve it for five. */
function measureExtraRows(page: Page): Promise<number> {
  return page.locator('[data-metric] ul[aria-label]').evaluateAll((lists) => {
    const extra = lists.map((list) => {
      const rows = [...list.children].slice(4).map((row) => row.getBoundingClientRect().top);
      return (rows.at(-1) ?? 0) - (rows[0] ?? 0);
    });
    return Math.round(Math.max(...extra));
  });
}

it("shows a skeleton in the card's shape until its call has ended", async () => {
  const { page } = await newPage(browser);
  // High enough that every panel is drawn at once.
  await page.setViewportSize({ width: 1440, height: 4_000 });
  let goOn = () => {};
  const wait = new Promise<void>((done) => (goOn = done));
  await withoutBatches(page);
  for (const path of ['figures/**', 'media/**'])
    await page.route(`**/api/v1/${path}`, async (route) => {
      await wait;
      await route.continue();
    });
  await signIn(page, `${tidemark.url}/?${address(1)}`, 'Maya Lindqvist');

  for (const panel of [
    '[data-metric=views]',
    '[data-metric=post-activity]',
    '[data-panel=activity]',
    '[data-panel=demographics]',
    '[data-panel=highlights]',
  ])
    await page.locator(`${panel} [data-skeleton]`).first().waitFor({ state: 'attached' });
  const height = await page.locator('[data-metric=views]').evaluate((card) => card.clientHeight);
  goOn();
  await page.locator('[data-panel=activity] table').waitFor();
  await page.locator('[data-panel=highlights] li').first().waitFor();

  await expect.poll(() => page.locator('[data-skeleton]').count(), { timeout: 10_000 }).toBe(0);
  const grown = await page
    .locator('[data-metric=views]')
    .evaluate((card, before) => card.clientHeight - before, height);
  expect(grown).toBe(await measureExtraRows(page));
  await page.context().close();
});

it("shows only the newest request's response, even if an older one arrives later", async () => {
  const { page } = await newPage(browser);
  const accounts = (await accountsOf(tidemark, 'maya@sandbox.test')).slice(0, 3);
  const getViews = async (back: number) => {
    const days = await Promise.all(
      accounts.map(({ id }) => trueDays(tidemark, id, instagramDaysAgo(back + 6), instagramDaysAgo(back))),
    );
    const sum = days.flat().reduce((total, { views }) => total + views, 0);
    return `${(sum / 1000).toFixed(1).replace('.0', '')}k`;
  };
  await withoutBatches(page);
  const asksForOlder = (request: Request) => request.postData()?.includes(instagramDaysAgo(21)) ?? false;
  const answerOlder = Promise.withResolvers<void>();
  await page.route('**/api/v1/figures/breakdown/views', async (route) => {
    if (asksForOlder(route.request())) await answerOlder.promise;
    await route.continue().catch(() => {});
  });
  await signIn(page, `${tidemark.url}/?${address(1)}`, 'Maya Lindqvist');
  const views = page.locator('[data-metric=views]');
  await views.getByText(await getViews(1), { exact: true }).waitFor();

  // The slow request first, then another one before its response.
  const start = page.getByRole('textbox', { name: 'Start', exact: true });
  const end = page.getByRole('textbox', { name: 'End', exact: true });
  await page.getByRole('button', { name: /^Date range/ }).click();
  const older = page.waitForRequest((request) => request.url().endsWith('/breakdown/views') && asksForOlder(request));
  await start.fill(instagramDaysAgo(21));
  await end.fill(instagramDaysAgo(15));
  const olderRequest = await older;
  await start.fill(instagramDaysAgo(14));
  await end.fill(instagramDaysAgo(8));
  await views.getByText(await getViews(8), { exact: true }).waitFor();
  answerOlder.resolve();
  // The page may have given it up.
  await olderRequest.response().catch(() => null);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

  expect(await views.getByText(await getViews(8), { exact: true }).count()).toBeGreaterThan(0);
  await page.context().close();
});

it.each([1024, 1280, 1366, 1440, 1536, 1680, 1920])(
  'shows every fact of a post at %i pixels, in rows of at least the specified height',
  async (width) => {
    const { page } = await newPage(browser);
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, `${tidemark.url}/?${address(1)}&kind=REEL&audience=geography`, 'Maya Lindqvist');
    await movePointer(page);
    const rows = page.getByRole('table', { name: 'Instagram Posts' }).locator('tbody tr:has(img)');
    await rows.first().waitFor();

    const heights = await rows.evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)));

    expect(await listCutCells(page)).toEqual([]);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(72);
    // The caption and at most three lines of facts.
    expect(Math.max(...heights)).toBeLessThanOrEqual(96);
    await page.context().close();
  },
);

it('shows one message without requests when the last account is turned off', async () => {
  const { page, complaints } = await newPage(browser);
  await signIn(page, `${tidemark.url}/?${address(1)}&accounts=none`, 'Maya Lindqvist');

  await page.getByText('No accounts selected.').waitFor();
  expect(await page.getByText(/No .* data available|No posts to display/).count()).toBe(0);
  await page.getByRole('button', { name: 'Show all accounts' }).click();
  await page.locator('[data-metric=followers][data-state=value]').waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});
