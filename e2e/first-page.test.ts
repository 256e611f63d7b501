import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newPage, signIn, waitForApp, waitForView } from './browser.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

const builtPage = 'apps/web/dist/server/first-page.js';
type Render = (page: object) => AsyncGenerator<string>;

const value = '[data-metric=followers][data-state=value]';

/** Opens the Overview as a browser that has shown one before. */
async function openAgain(name: string, options: Parameters<typeof newPage>[1] = {}) {
  const opened = await newPage(browser, options);
  await signIn(opened.page, `${tidemark.url}/`, name);
  await waitForView(opened.page);
  return opened;
}

/** Holds the app back; returns what lets it load. */
async function holdApp(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/first-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

it.each([
  ['a desktop', {}],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
  ['another time zone', { timezoneId: 'Pacific/Auckland' }],
])('shows figures on %s before the app has loaded, and the app keeps them', async (_name, options) => {
  const { page, complaints } = await openAgain('Maya Lindqvist', options);
  const batches: string[] = [];
  page.on('request', (request) => request.url().endsWith('/batch') && batches.push(request.postData() ?? ''));
  const headline = page.locator('main header:has(h1)');
  const release = await holdApp(page);
  await page.reload({ waitUntil: 'commit' });
  await page.locator(value).waitFor();
  const drawn = await headline.textContent();
  await page.locator(value).evaluate((card) => Reflect.set(card, 'drawnByServer', true));
  release();
  await waitForApp(page);
  await page.waitForLoadState('networkidle');

  expect(drawn).toMatch(/views/);
  expect(await headline.textContent()).toContain(drawn);
  expect(await page.locator(value).evaluate((card) => Reflect.get(card, 'drawnByServer'))).toBe(true);
  expect(batches.join()).not.toContain('/insight/followers');
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('yields the frame before the figures are read, and a page without them if they cannot be', async () => {
  const { page } = await openAgain('Maya Lindqvist');
  const { renderFirstPage } = (await import(pathToFileURL(builtPage).href)) as { renderFirstPage: Render };
  const { page: start } = await callSession<{ page: object }>(page, 'page');
  const config = await page.locator('#tidemark-config').textContent();
  const read = Promise.withResolvers<(string | null)[]>();
  const parts = renderFirstPage({
    page: start,
    address: '/',
    config: JSON.parse(config ?? '') as object,
    view: { width: 1440, chartWidth: 340, timeZone: 'UTC' },
    run: () => read.promise,
  });

  const frame = await parts.next();
  read.reject(new Error('The database does not answer'));
  const rest = await parts.next();

  expect(frame.value).toMatch(/^<div id="root">.*Open Fjordlys Kitchen/s);
  expect(frame.value).not.toContain('<main');
  expect(rest.value).toMatch(/^<main .*data-skeleton.*<\/div>$/s);
  expect(rest.value).not.toContain('tidemark-answers');
  await expect(parts.next()).rejects.toThrow('The database does not answer');
  await page.context().close();
});

it('takes over a page that was drawn just before an account changed, and then shows the change', async () => {
  const { page, complaints } = await openAgain('Cal Moreno');
  await page.route('**/api/v1/session/page', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('Moreno Strength', 'Moreno') });
  });
  const showsChange = async () => {
    await page.reload();
    await waitForApp(page);
    const changed = page.getByRole('link', { name: 'Open Moreno', exact: true });
    return changed.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
  };

  // The page fetches the accounts once more if a user's sync is running, and there the name is unchanged.
  await expect.poll(showsChange, { timeout: 60_000 }).toBe(true);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('forgets the page of another user who has signed in since', async () => {
  const { page, complaints } = await openAgain('Cal Moreno');
  await page.route(
    (url) => url.href === `${tidemark.url}/`,
    async (route) => {
      const answer = await route.fetch();
      const html = (await answer.text()).replace(/(?<="start":{"user":{"user":{"_id":)"[^"]*"/, '"other"');
      await route.fulfill({ response: answer, body: html });
    },
  );
  const batches: string[] = [];
  page.on('request', (request) => request.url().endsWith('/batch') && batches.push(request.postData() ?? ''));
  await page.reload();
  await waitForApp(page);
  await page.locator(value).waitFor();

  expect(batches.join()).toContain('/insight/followers');
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('makes clicks once the app has loaded', async () => {
  const { page } = await openAgain('Maya Lindqvist');
  const release = await holdApp(page);
  await page.reload({ waitUntil: 'commit' });
  await page.locator(value).waitFor();
  await page.getByRole('link', { name: 'Posts', exact: true }).click();

  expect(new URL(page.url()).pathname).toBe('/');
  await page.evaluate(() => Reflect.set(globalThis, 'isSamePage', true));
  release();

  await page.waitForURL('**/posts*');
  expect(await page.evaluate(() => Reflect.get(globalThis, 'isSamePage'))).toBe(true);
  await page.context().close();
});

it('draws the frame only for an unknown window', async () => {
  const { page } = await openAgain('Maya Lindqvist');
  const read = async (view: string) => {
    const { name, value: session } = (await page.context().cookies()).find((cookie) =>
      cookie.name.startsWith('tidemark_session'),
    )!;
    const answer = await fetch(`${tidemark.url}/`, {
      headers: { cookie: `${name}=${session}; tidemark_view=${view}` },
    });
    return answer.text();
  };

  const [known, none, hostile, zone] = await Promise.all(
    ['1440.340.UTC', '', '1440.340.<script>', '1440.340.Europe/Nowhere'].map(read),
  );

  expect(known).toContain('data-state="value"');
  for (const html of [none, hostile, zone]) {
    expect(html).toContain('Maya Lindqvist');
    expect(html).toContain('data-skeleton');
    expect(html).not.toContain('<script>1440');
  }
  expect(none).not.toContain('data-state="value"');
  await page.context().close();
});

it('writes figures and names only into the page of an open session, and lets nothing store it', async () => {
  const { page } = await openAgain('Maya Lindqvist');
  const olu = await openAgain('Olu Adeyemi');
  const { request } = page.context();
  const view = 'tidemark_view=1440.340.UTC';
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name.startsWith('tidemark_session'));
  const account = await page.getByRole('link', { name: 'Open Fjordlys Kitchen' }).getAttribute('href');

  const open = await request.get(`${tidemark.url}/`);
  const own = await (await request.get(`${tidemark.url}${account}`)).text();
  const others = await Promise.all([
    fetch(`${tidemark.url}/`, { headers: { cookie: view } }),
    fetch(`${tidemark.url}/`, { headers: { cookie: `${view}; ${cookie?.name}=${'A'.repeat(43)}` } }),
  ]);
  const empty = await Promise.all([
    ...others.map((answer) => answer.text()),
    ...['/profile', '/?tab=post-insights', '/?accounts=none'].map(async (path) =>
      (await request.get(tidemark.url + path)).text(),
    ),
    (await olu.page.context().request.get(`${tidemark.url}${account}`)).text(),
  ]);

  expect(await open.text()).toContain('data-state="value"');
  expect(open.headers()['cache-control']).toBe('private, no-store');
  expect(own).toContain('data-state="value"');
  for (const html of empty) {
    expect(html).toContain('<div id="root"></div>');
    expect(html).not.toMatch(/Maya|Fjordlys|data-state="value"/);
  }
  for (const opened of [page, olu.page]) await opened.context().close();
});

it('writes a note with markup as text, and shows it', async () => {
  const { page, complaints } = await openAgain('Maya Lindqvist');
  const text = '</script><img src=x onerror=alert(1)>';
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  const { id } = await call<{ id: string }>(page, 'POST', '/annotations', {
    text,
    firstDay: day,
    lastDay: day,
    color: 'teal',
    accountId: null,
  });
  const html = await (await page.context().request.get(`${tidemark.url}/`)).text();
  await page.reload();
  await waitForApp(page);
  await page.locator('[data-mark]').first().waitFor();
  await call(page, 'DELETE', `/annotations/${id}`);

  expect(html).toContain(String.raw`\u003c/script>\u003cimg src=x`);
  expect(html).not.toContain('<img src=x');
  expect(complaints).toEqual([]);
  await page.context().close();
});

/** Calls the session's endpoints with the page's cookie. */
function callSession<Answer>(page: Page, name: 'page' | 'token'): Promise<Answer> {
  return page.evaluate(async (endpoint) => {
    const headers = { 'content-type': 'application/json', 'x-tidemark-session': '1' };
    const answer = await fetch(`/api/v1/session/${endpoint}`, { method: 'POST', headers, body: '{}' });
    return (await answer.json()) as Answer;
  }, name);
}

/** Calls the API as the page's user. */
async function call<Answer>(page: Page, method: string, path: string, body?: object): Promise<Answer> {
  const { accessToken } = await callSession<{ accessToken: string }>(page, 'token');
  return page.evaluate(
    async ([name, address, token, sent]) => {
      const answer = await fetch(`/api/v1${address}`, {
        method: name,
        headers: { authorization: `Bearer ${token}`, ...(sent && { 'content-type': 'application/json' }) },
        body: sent ?? null,
      });
      return (await answer.json()) as Answer;
    },
    [method, path, accessToken, body && JSON.stringify(body)] as const,
  );
}
