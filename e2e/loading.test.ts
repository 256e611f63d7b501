import { expect, it } from 'vitest';
import { newPage, signIn } from './browser.ts';
import { browser, tidemark, useSeededTidemark } from './seeded-tidemark.ts';

useSeededTidemark();

it('reloads the Overview without a redirect, with all its figures in one request, and asks for nothing twice', async () => {
  const { page, complaints } = await newPage(browser);
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  await page.locator('[data-panel=highlights] li').first().waitFor();
  const requests: string[] = [];
  page.on('request', (request) => void requests.push(`${request.method()} ${new URL(request.url()).pathname}`));

  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/sse/subscribe/list')),
    page.reload(),
  ]);
  await page.locator('[data-panel=highlights] li').first().waitFor();
  await page.locator('[data-metric=views] [data-direction]').first().waitFor();
  await page.locator('img[src*="/thumbnail"]').first().waitFor();

  const calls = requests.filter((request) => request.includes('/api/v1/') && !request.includes('/thumbnail'));
  expect(requests[0]).toBe('GET /');
  expect(calls.slice(0, 2)).toEqual(['POST /api/v1/session/page', 'POST /api/v1/batch']);
  expect(calls.filter((call) => /\/(metrics|media)\//.test(call))).toEqual([]);
  expect(new Set(calls).size).toBe(calls.length);
  // How many pictures are needed depends on the posts of the week.
  expect(requests.filter((request) => !request.includes('/thumbnail')).length).toBeLessThanOrEqual(20);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('requests the figures of an account when its link has the focus, before it is opened', async () => {
  const { page } = await newPage(browser);
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  await page.locator('[data-metric=followers][data-state=value]').waitFor();
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
  page.on('request', (one) => void (one.url().endsWith('/batch') && (batches += 1)));
  await link.press('Enter');
  await page.waitForURL(`**/account/${id}**`);
  await page.locator('[data-metric=followers][data-state=value]').waitFor();

  expect(batches).toBe(0);
  await page.context().close();
});
