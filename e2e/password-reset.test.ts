import { type Sandbox, startSandbox } from '@tidemark/sandbox';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPlaces, removePlaces, startTidemark, type Tidemark } from '../apps/server/test/program/tidemark-process.ts';
import { listViolations } from './axe.ts';
import { launchBrowser, newPage } from './browser.ts';
import { addOperator, operatorEmail, password, withoutMeta } from './sign-in-providers.ts';

const newPassword = 'six loud geese cross over';
let browser: Browser;
let mail: Sandbox;
let tidemark: Tidemark;

beforeAll(async () => {
  mail = await startSandbox({ port: 0, appOrigins: [] });
  const { SMTP_URL = '', MAIL_FROM = '' } = mail.environment;
  tidemark = await startTidemark(await newPlaces(), { ...withoutMeta, SMTP_URL, MAIL_FROM });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await tidemark.stop();
  await removePlaces(tidemark);
  await mail.close();
});

async function findResetLink(): Promise<string> {
  let link = '';
  const find = async () => {
    const answer = await fetch(`${mail.url}/_sandbox/mail/messages?to=${encodeURIComponent(operatorEmail)}`);
    const { messages } = (await answer.json()) as { messages: { text: string }[] };
    link = messages.map(({ text }) => /http:\/\/\S+\/reset-password#\S+/.exec(text)?.[0]).find(Boolean) ?? '';
    return link;
  };
  await expect.poll(find, { timeout: 30_000 }).not.toBe('');
  return link;
}

async function createKey(page: Page) {
  await page.goto(`${tidemark.url}/profile?tab=api`);
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Weekly sheet');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
}

async function signInWith(page: Page, given: string) {
  await page.goto(`${tidemark.url}/profile?tab=sign-in`);
  await page.getByLabel('Email').fill(operatorEmail);
  await page.getByLabel('Password', { exact: true }).fill(given);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

it('resets a forgotten password with a mailed single-use link, and ends sessions and, if chosen, keys', async () => {
  const signedIn = await addOperator(browser, tidemark);
  await createKey(signedIn.page);
  const { page, complaints } = await newPage(browser);
  await page.goto(`${tidemark.url}/profile`);

  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill(operatorEmail);
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  const link = await findResetLink();
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('heading', { name: 'Your password is changed' }).waitFor();

  const again = await newPage(browser);
  await again.page.goto(link);
  await again.page
    .getByText(/no longer works|has been used|has expired/)
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(operatorEmail);
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('1 API key').check();
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'End chosen access' }).click();
  await page.waitForURL((address) => !address.search.includes('reset'));

  await signedIn.page.reload();
  await signedIn.page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await signInWith(signedIn.page, password);
  await signedIn.page.getByRole('alert').waitFor();
  await signInWith(signedIn.page, newPassword);
  await signedIn.page.getByText('This browser').waitFor();
  // Requested by a browser without a session.
  expect(complaints.filter((text) => !text.endsWith('/session/page'))).toEqual([]);

  await signedIn.page.goto(`${tidemark.url}/profile?tab=api`);
  await signedIn.page.getByText('No API keys yet').waitFor();
  for (const one of [page, signedIn.page, again.page]) await one.context().close();
});
