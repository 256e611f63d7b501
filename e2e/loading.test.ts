import type { Page, Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { daysAgo } from '../apps/server/test/program/world.ts';
import { movePointer, newPage, signIn, waitForApp } from './browser.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

it('reloads the Overview without a redirect, with one request for its metrics and no repeated requests', async () => {
  const { page, complaints } = await newPage(browser);
  const live = page.waitForResponse((response) => isLive(response.request()));
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  await movePointer(page);
  await page.locator('[data-panel=highlights] li').first().waitFor();
  await live;
  // The person's picture is copied from the identity provider after the sign-in, which updates the page.
  await page.locator('aside img[src^="/api/v1/files/picture-"]').waitFor();
  // So are the accounts' pictures from Instagram.
  await expect.poll(() => page.locator('img[src*="/avatars/"]').count(), { timeout: 30_000 }).toBe(0);
  const origins = new Set<string>();
  const requests: string[] = [];
  let batchedCalls: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    origins.add(origin);
    // Sent only if something changes while the page loads, as during a sync.
    if (isCatchUp(request)) return;
    requests.push(`${request.method()} ${pathname}`);
    // The page before it may still have asked for something.
    if (pathname === '/') batchedCalls = [];
    if (pathname.endsWith('/batch')) batchedCalls.push(...listCalls(request));
  });

  await Promise.all([page.waitForResponse((response) => isLive(response.request())), page.reload()]);
  await waitForApp(page);
  await movePointer(page);
  await page.locator('[data-panel=highlights] li').first().waitFor();
  await page.locator('[data-metric=views] [data-direction]').first().waitFor();
  await page.locator('img[src*="/thumbnail"]').first().waitFor();

  requests.splice(0, requests.indexOf('GET /'));
  const sent = requests.filter((request) => request.includes('/api/v1/') && !/\/(thumbnail$|files\/)/.test(request));
  const calls = [...sent.filter((request) => !request.endsWith('/batch')), ...batchedCalls];
  expect([...origins]).toEqual([tidemark.url]);
  expect(requests[0]).toBe('GET /');
  // One batch, for the panels below the window once the pointer moves. Labels are those of the posts shown.
  expect(sent.filter((request) => /\/(page|batch|metrics|figures|media)\b/.test(request)).toSorted()).toEqual([
    'POST /api/v1/batch',
    'POST /api/v1/media/labels',
    'POST /api/v1/session/page',
  ]);
  expect(new Set(calls).size).toBe(calls.length);
  // The number of pictures depends on the week's posts.
  expect(requests.filter((request) => !request.includes('/thumbnail')).length).toBeLessThanOrEqual(20);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('fetches nothing again when its live connection opens, if nothing has changed', async () => {
  const { page } = await newPage(browser);
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  await page.locator('[data-metric=followers][data-state=value]').waitFor();
  const loadAgain = async () => {
    const caughtUp: Request[] = [];
    page.on('request', (request) => isCatchUp(request) && caughtUp.push(request));
    await Promise.all([page.waitForResponse((response) => isLive(response.request())), page.reload()]);
    await page.waitForLoadState('networkidle');
    page.removeAllListeners('request');
    return caughtUp.length;
  };

  // A user's sync may be running.
  await expect.poll(loadAgain, { timeout: 60_000 }).toBe(0);
  await page.context().close();
});

it("requests an account's metrics when its link receives focus", async () => {
  const { page } = await newPage(browser);
  await openWhole(page);
  const link = page
    .getByRole('complementary', { name: 'Side panel' })
    .getByRole('link', { name: /^Open / })
    .first();
  const id = (await link.getAttribute('href'))?.split('/').at(-1)?.split('?')[0] ?? 'none';

  const [request] = await Promise.all([
    page.waitForRequest((one) => one.url().endsWith('/batch') && one.postData()?.includes(`["${id}"]`) === true),
    link.focus(),
  ]);
  await request.response();
  let batches = 0;
  page.on('request', (one) => void (isFigures(one) && (batches += 1)));
  await link.press('Enter');
  await page.waitForURL(`**/account/${id}**`);
  await page.locator('[data-metric=followers][data-state=value]').waitFor();

  expect(batches).toBe(0);
  await page.context().close();
});

it.each([
  ['the most used presets as soon as the picker opens', 'Last 30 Days', 30, null],
  ['another preset on hover', 'Last 2 Weeks', 14, 'hover'],
])('requests metrics of %s', async (_, name, days, hover) => {
  const { page, complaints } = await newPage(browser);
  await openWhole(page);
  const preset = page.getByRole('button', { name });
  // Other presets compare themselves with the same days.
  const breakdown = `/metrics/breakdown/views","body":{"startDate":"${daysAgo(days)}`;
  const asked = page.waitForRequest(
    (one) => one.url().endsWith('/batch') && one.postData()?.includes(breakdown) === true,
  );
  await page.getByRole('button', { name: /^Date range/ }).click();
  if (hover) await preset.hover();
  await (await asked).response();
  let batches = 0;
  page.on('request', (one) => void (isFigures(one) && (batches += 1)));
  await preset.click();
  await page.getByRole('button', { name: new RegExp(`^Date range: ${name}`) }).waitFor();
  await page.locator('[data-metric=followers][data-state=value]').waitFor();

  expect(batches).toBe(0);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('requests Post Insights metrics when its tab is hovered', async () => {
  const { page } = await newPage(browser);
  await signIn(page, `${tidemark.url}/`, 'Olu Adeyemi');
  await page.locator('[data-metric=followers][data-state=value]').waitFor();

  const [request] = await Promise.all([
    page.waitForRequest((one) => one.url().endsWith('/batch') && one.postData()?.includes('/aggregate') === true),
    page.getByRole('tab', { name: 'Post Insights' }).hover(),
  ]);
  await request.response();
  let batches = 0;
  page.on('request', (one) => void (isFigures(one) && (batches += 1)));
  await page.getByRole('tab', { name: 'Post Insights' }).click();
  await page.getByRole('heading', { name: 'Top Post', exact: true }).waitFor();

  expect(batches).toBe(0);
  await page.context().close();
});

it("shows the previous page's metrics immediately when going back", async () => {
  const { page } = await newPage(browser);
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  await page.locator('[data-metric=followers][data-state=value]').waitFor();
  await expect.poll(() => page.locator('[data-state=loading]').count(), { timeout: 30_000 }).toBe(0);
  await page
    .getByRole('complementary', { name: 'Side panel' })
    .getByRole('link', { name: /^Open / })
    .first()
    .press('Enter');
  await page.waitForURL('**/account/**');
  // The address changes before the page does.
  await expect.poll(() => page.getByRole('switch').count()).toBe(0);
  await page.locator('[data-metric=followers][data-state=value]').waitFor();
  await expect.poll(() => page.locator('[data-state=loading]').count(), { timeout: 30_000 }).toBe(0);
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('[data-state=loading]') === null) return;
      observer.disconnect(); // The mark below is a mutation too.
      document.body.dataset['sawSkeleton'] = 'yes';
    });
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  });

  await page.evaluate(() => history.back());
  await page.getByRole('switch').first().waitFor();
  await page.locator('[data-metric=followers][data-state=value]').waitFor();

  expect(await page.evaluate(() => document.body.dataset['sawSkeleton'])).toBeUndefined();
  await page.context().close();
});

/** Opens the Overview, and waits until its last panel is drawn. */
async function openWhole(page: Page): Promise<void> {
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  await page.locator('[data-metric=followers][data-state=value]').waitFor();
  await movePointer(page);
  await page.locator('[data-panel=highlights] li').first().waitFor();
}

function isFigures(request: Request): boolean {
  return request.url().endsWith('/batch') && !isCatchUp(request) && !isAboutLabels(request);
}

/** Returns true for the labels of posts, which are requested as soon as the posts have arrived. */
function isAboutLabels(request: Request): boolean {
  const paths = [...(request.postData()?.matchAll(/"path":"([^"]+)"/g) ?? [])];
  return paths.length > 0 && paths.every(([, path]) => path === '/media/labels');
}

const isLive = (request: Request) => new URL(request.url()).pathname.startsWith('/api/v1/sse/user/');

/** Returns true for the request that catches up with changes made before the live connection was open. */
function isCatchUp(request: Request): boolean {
  return request.postData()?.includes('"/account/list"') === true;
}

/** Lists a batch's calls, as JSON. */
function listCalls(request: Request): string[] {
  const { calls }: { calls: unknown[] } = request.postDataJSON();
  return calls.map((call) => JSON.stringify(call));
}

it('stays responsive after 60 pages were closed while loading', async () => {
  const { page } = await newPage(browser);
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 429) refused.push(response.url());
  });

  for (let visit = 0; visit < 60; visit += 1)
    await page.goto(`${tidemark.url}/?from=${daysAgo(visit + 8)}&to=${daysAgo(visit + 1)}`, { waitUntil: 'commit' });
  await page.goto(`${tidemark.url}/`);

  await page.locator('[data-metric=followers][data-state=value]').waitFor();
  await movePointer(page);
  await page.locator('[data-panel=highlights] li').first().waitFor();
  expect(refused).toEqual([]);
  await page.context().close();
});
