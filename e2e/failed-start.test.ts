import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newPage, signIn, withoutBatches } from './browser.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

const failure = { status: 500, json: { success: false, message: 'Something went wrong on our side.' } };

/** Lets one call fail for good. */
const fail = (page: Page, path: string) => page.route(`**/api/v1${path}*`, (route) => route.fulfill(failure));

/** Makes the page ask for each part it needs before it can draw; normally they come with its token. */
async function withoutPageStart(page: Page) {
  await page.route('**/api/v1/session/page', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as object;
    await route.fulfill({ response, json: { ...json, page: null } });
  });
}

const cases = [
  ['/session/page', '/', 'Sign-in failed'],
  ['/session/page', '/profile', 'Sign-in failed'],
  ['/user/load', '/', 'Unable to load user profile.'],
  ['/user/load', '/roadmap', 'Unable to load user profile.'],
  ['/account/list', '/', 'Your accounts could not be loaded.'],
  ['/account/list', '/profile', 'Your accounts could not be loaded.'],
] as const;

it.each(cases)(
  'reports a permanent failure of %s on %s, offers to log out, and recovers once it answers',
  async (path, address, text) => {
    const { page } = await newPage(browser);
    await signIn(page, `${tidemark.url}/profile`, 'Maya Lindqvist');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await withoutBatches(page);
    if (path !== '/session/page') await withoutPageStart(page);
    await fail(page, path);

    await page.goto(tidemark.url + address);
    await page.getByText(text).last().waitFor();

    await expectLogOut(page);
    const retry = page.getByRole('button', { name: 'Try again' }).first();
    await retry.waitFor();
    await page.unroute(`**/api/v1${path}*`);
    // The page also tries again by itself.
    await Promise.race([retry.click(), retry.waitFor({ state: 'hidden' })]);
    await viewerMenu(page).waitFor();
    await expect.poll(() => page.getByRole('note').or(page.getByRole('main')).getByText(text).count()).toBe(0);
    await page.context().close();
  },
);

it.each([
  ['/account/list', 'Unable to reach the product'],
  ['/user/check', 'Unable to load user features.'],
])('opens the roadmap or its replacement with a message when %s keeps failing', async (path, text) => {
  const { page } = await newPage(browser);
  await signIn(page, `${tidemark.url}/profile`, 'Maya Lindqvist');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await withoutBatches(page);
  await withoutPageStart(page);
  await fail(page, path);

  await page.goto(`${tidemark.url}/roadmap`);
  await page.getByText(text).waitFor();

  await expectLogOut(page);
  await page.context().close();
});

const viewerMenu = (page: Page) => page.getByRole('button', { name: /Maya Lindqvist/ });

/** Expects it on a page without the panel, or in the user's menu. */
async function expectLogOut(page: Page) {
  const button = page.getByRole('button', { name: 'Log out' });
  await viewerMenu(page).or(button).first().waitFor();
  if ((await button.count()) > 0) return;
  await viewerMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
  await page.keyboard.press('Escape');
}
