import { expect, it } from 'vitest';
import { newPage, signIn } from './browser.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

const elsewhere = 'http://elsewhere.example/';

declare global {
  interface Window {
    handle: Window;
  }
}

it.each([
  ['opens Tidemark', (address: string) => address],
  ['opens itself and then replaces itself by Tidemark', () => elsewhere],
])('leaves no handle to another site that %s', async (_, toFirst) => {
  const { page } = await newPage(browser);
  await signIn(page, tidemark.url, 'Maya Lindqvist');
  const context = page.context();
  await context.route(`${elsewhere}**`, (route) => route.fulfill({ contentType: 'text/html', body: 'Elsewhere' }));
  await page.goto(elsewhere);

  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate((first) => {
      window.handle = window.open(first)!;
    }, toFirst(tidemark.url)),
  ]);
  await opened.waitForLoadState();
  await page.evaluate((address) => {
    if (!window.handle.closed) window.handle.location.href = address;
  }, tidemark.url);
  await opened.getByText('Maya Lindqvist').first().waitFor();

  expect(await page.evaluate(() => window.handle.closed)).toBe(true);
  expect(await opened.evaluate(() => window.opener === null)).toBe(true);
  await context.close();
});
