import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toCode } from '../apps/server/test/built-in-sign-in.ts';
import { newPlaces, removePlaces, startTidemark, type Tidemark } from '../apps/server/test/program/tidemark-process.ts';
import { listViolations } from './axe.ts';
import { launchBrowser, newPage } from './browser.ts';
import { operatorEmail, password, withoutMeta } from './sign-in-providers.ts';

let browser: Browser;
let tidemark: Tidemark;

beforeAll(async () => {
  tidemark = await startTidemark(await newPlaces(), { ...withoutMeta, REQUIRE_SECOND_FACTOR: 'operators' });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await tidemark.stop();
  await removePlaces(tidemark);
});

it('requires the first operator to connect an authenticator app first, if required', async () => {
  const { page } = await newPage(browser);
  await page.goto(/http:\/\/\S+\/join#\S+/.exec(tidemark.output())?.[0] ?? '');
  await page.getByLabel('Name').fill('Olu Adeyemi');
  await page.getByLabel('Email').fill(operatorEmail);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();

  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  expect(await listViolations(page)).toEqual([]);
  await page.goto(`${tidemark.url}/system/users`);
  await page.getByRole('button', { name: 'Connect an app' }).click();
  const secret = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  await page.getByLabel('Code', { exact: true }).fill(toCode(secret.replaceAll(' ', '')));
  await page.getByLabel('Current password', { exact: true }).fill(password);
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Confirm code' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();

  await page.getByRole('cell', { name: 'Olu Adeyemi' }).first().waitFor();
  await page.context().close();
});
