import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { listViolations } from './axe.ts';
import { newPage, signIn } from './browser.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

const passcode = 'herons wade';
const comment = 'The autumn menu did well.\n<b>Reels</b> most of all.';
/** Accepts the answer to a wrong passcode, which every browser logs. */
const isExpected = (complaint: string) => /status of (404|422)/.test(complaint) && complaint.includes('/share/open');

/** Returns a card's large number. */
async function readNumber(page: Page, title: string): Promise<string> {
  const card = page.locator('main section').filter({
    has: page.getByRole('heading', { name: title, exact: true }),
    hasNot: page.locator('section'),
  });
  return /\d[\d.,]*[km%]?/.exec(await card.first().innerText())?.[0] ?? '';
}

async function createLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this dashboard' });
  await dialog.getByText('Options', { exact: true }).click();
  for (const section of ['Day by day', 'Where it comes from'])
    await dialog.getByRole('checkbox', { name: section }).uncheck();
  await dialog.getByText('Comments', { exact: true }).click();
  await dialog.getByLabel('Comment on Key metrics').fill(comment);
  await dialog.getByLabel('Title', { exact: true }).fill('Autumn campaign');
  await dialog.getByLabel('Passcode', { exact: true }).fill(passcode);
  expect(await listViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  return link;
}

it('shows visitors with the passcode the shared content until it is revoked', async () => {
  const { page, complaints } = await newPage(browser);
  await signIn(page, tidemark.url, 'Maya Lindqvist');
  await expect.poll(() => readNumber(page, 'Followers')).toMatch(/\d/);
  const followers = await readNumber(page, 'Followers');
  const link = await createLink(page);

  const stranger = await newPage(browser);
  const asked: string[] = [];
  stranger.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await stranger.page.goto(link);
  await stranger.page.getByLabel('Passcode').fill('herons fly');
  await stranger.page.getByRole('button', { name: 'Open' }).click();
  await stranger.page.getByText('This passcode is not correct.').waitFor();
  expect(await listViolations(stranger.page)).toEqual([]);
  await stranger.page.getByLabel('Passcode').fill(passcode);
  await stranger.page.getByRole('button', { name: 'Open' }).click();

  await stranger.page.getByRole('heading', { level: 1, name: 'Autumn campaign' }).waitFor();
  expect(await stranger.page.getByText('The autumn menu did well.').innerText()).toBe(comment);
  expect(await readNumber(stranger.page, 'Followers')).toBe(followers);
  const headings = await stranger.page.getByRole('heading', { level: 2 }).allInnerTexts();
  expect(headings).toEqual(expect.arrayContaining(['Key metrics', 'Top posts']));
  expect(headings).not.toContain('Day by day');
  expect(await stranger.page.locator('body').innerText()).not.toMatch(/Maya|sandbox\.test/);
  expect(await listViolations(stranger.page)).toEqual([]);
  const own = /^\/(share\/|assets\/|api\/v1\/share\/open|favicon)/;
  expect(asked.filter((path) => !own.test(path))).toEqual([]);

  await page.goto(`${tidemark.url}/profile?tab=sharing`);
  const row = page.getByRole('listitem').filter({ hasText: 'Autumn campaign' });
  await row.getByText(/^1 view, last on/).waitFor();
  expect(await listViolations(page)).toEqual([]);
  await row.getByRole('button', { name: 'Revoke Autumn campaign' }).click();
  await page.getByRole('button', { name: 'Revoke link' }).click();
  await row.getByText('Revoked', { exact: true }).waitFor();

  await stranger.page.reload();
  await stranger.page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor({ timeout: 5_000 });
  expect([...complaints, ...stranger.complaints].filter((one) => !isExpected(one))).toEqual([]);
  await page.context().close();
  await stranger.page.context().close();
});

it('follows the theme and fits a phone', async () => {
  const { page } = await newPage(browser);
  await signIn(page, tidemark.url, 'Maya Lindqvist');
  const link = await createLink(page);
  await page.goto(link);
  await page.getByLabel('Passcode').fill(passcode);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Autumn campaign' }).waitFor();

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
    expect(await listViolations(page), colorScheme).toEqual([]);
  }
  await page.context().close();
});
