import type { Page } from 'playwright-core';
import { newPage, signIn } from './browser.ts';
import { browser, tidemark } from './seeded-tidemark.ts';

export async function signInAsOwner(): Promise<Page> {
  const { page } = await newPage(browser);
  await signIn(page, tidemark.url, 'Maya Lindqvist');
  return page;
}

export const openTeam = (page: Page) => page.goto(`${tidemark.url}/profile?tab=team`);

/** Invites somebody, and returns the link that the owner sends them. */
export async function invite(page: Page, email: string, { role, account }: { role: string; account?: string }) {
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('radio', { name: role }).check();
  if (account) await dialog.getByRole('checkbox', { name: account }).check();
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = await dialog.getByLabel('Invitation', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return link;
}

/** Opens an invitation as the person who received it, signs in and accepts. */
export async function accept(link: string, name: string) {
  const { page, complaints } = await newPage(browser);
  await page.goto(link);
  await page.getByRole('link', { name: 'Sign in and accept' }).click();
  await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.waitForURL(`${tidemark.url}/`);
  return { page, complaints };
}
