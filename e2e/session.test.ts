import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newPage, signIn } from './browser.ts';
import { browser, tidemark, useSeededTidemark } from './seeded-tidemark.ts';

useSeededTidemark();

const isLoaded = (page: Page) => page.getByText('Account Connections').first().waitFor();

it('stays signed in over reloads and in new tabs, without visiting the provider', async () => {
  const { page, complaints } = await newPage(browser);
  await signIn(page, `${tidemark.url}/profile`, 'Maya Lindqvist');
  await isLoaded(page);
  const visited: string[] = [];
  page.context().on('request', (request) => visited.push(request.url()));

  await page.reload();
  await isLoaded(page);
  const tab = await page.context().newPage();
  await tab.goto(`${tidemark.url}/profile`);
  await isLoaded(tab);

  expect(visited.filter((url) => url.includes('/oidc/') || url.includes('/session/sign-in'))).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('closes the other tabs of a browser when one logs out', async () => {
  const { page } = await newPage(browser);
  await signIn(page, `${tidemark.url}/profile`, 'Maya Lindqvist');
  await isLoaded(page);
  const tab = await page.context().newPage();
  await tab.goto(`${tidemark.url}/profile`);
  await isLoaded(tab);

  await page.goto(`${tidemark.url}/logout`);
  await page.getByText('Choose a user').waitFor();
  await tab.getByText('You logged out in another tab.').waitFor();
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await tab.getByText('Choose a user').waitFor();

  expect(await tab.getByText('Maya Lindqvist').count()).toBe(1);
  await page.context().close();
});

it('ends the sessions of other browsers on request', async () => {
  const [here, there] = [await newPage(browser), await newPage(browser)];
  for (const { page } of [here, there]) {
    await signIn(page, `${tidemark.url}/profile`, 'Cal Moreno');
    await isLoaded(page);
  }

  await here.page.getByRole('button', { name: 'Cal Moreno' }).first().click();
  await here.page.getByRole('menuitem', { name: 'Log out on all devices' }).click();
  await here.page.getByText('Choose a user').waitFor();
  await there.page.getByText('Choose a user').waitFor();

  expect(new URL(there.page.url()).origin).toBe(tidemark.sandboxUrl);
  await here.page.context().close();
  await there.page.context().close();
});
