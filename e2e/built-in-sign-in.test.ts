import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPlaces, removePlaces, startTidemark, type Tidemark } from '../apps/server/test/program/tidemark-process.ts';
import { launchBrowser, newPage } from './browser.ts';
import { addPasskeyDevice } from './passkey-device.ts';

const environment = {
  SANDBOX: 'off',
  META_APP_ID: '1',
  META_APP_SECRET: 'none',
  META_LOGIN_CONFIG_ID: '1',
};
const password = 'four quiet herons wade';
let tidemark: Tidemark;
let browser: Browser;

beforeAll(async () => {
  [tidemark, browser] = await Promise.all([
    newPlaces().then((places) => startTidemark(places, environment)),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await tidemark.stop();
  await removePlaces(tidemark);
});

it('a new installation gets its first operator, who invites a user, who signs in with a passkey', async () => {
  const setupLink = /http:\/\/\S+\/join#\S+/.exec(tidemark.output())?.[0] ?? '';
  const operator = await newPage(browser);
  await operator.page.goto(setupLink);
  await operator.page.getByLabel('Name').fill('Olu Adeyemi');
  await operator.page.getByLabel('Email').fill('olu@tidemark.test');
  await operator.page.getByLabel('Password', { exact: true }).fill(password);
  await operator.page.getByRole('button', { name: 'Continue with this password' }).click();
  await operator.page.getByText('Olu Adeyemi').first().waitFor();

  await operator.page.goto(`${tidemark.url}/system/users`);
  await operator.page.getByRole('button', { name: 'Invite' }).click();
  await operator.page.getByRole('textbox', { name: 'Email', exact: true }).fill('ines@tidemark.test');
  await operator.page.getByRole('button', { name: 'Create link' }).click();
  const invitation = await operator.page.getByLabel('Link', { exact: true }).inputValue();

  const invited = await newPage(browser);
  await addPasskeyDevice(invited.page);
  await invited.page.goto(invitation);
  await invited.page.getByLabel('Name').fill('Inês Moreira');
  await invited.page.getByRole('button', { name: 'Use a passkey instead' }).click();
  await invited.page.getByText('Inês Moreira').first().waitFor();

  await invited.page.goto(`${tidemark.url}/logout`);
  await invited.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await invited.page.getByText('Inês Moreira').first().waitFor();
  await invited.page.goto(`${tidemark.url}/profile?tab=sign-in`);
  await invited.page.getByText('None: you sign in with a passkey').waitFor();
  await invited.page.getByText('This browser').waitFor();
  expect([...operator.complaints, ...invited.complaints]).toEqual([]);
});
