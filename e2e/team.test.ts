import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newPage, signIn } from './browser.ts';
import { browser, setUpOwnTidemark, tidemark } from './seeded-tidemark.ts';

setUpOwnTidemark();

const openTeam = (page: Page) => page.goto(`${tidemark.url}/profile?tab=team`);

const countAccounts = (page: Page) =>
  page
    .getByLabel('Side panel')
    .getByText(/ followers$/)
    .count();

/** Invites somebody, and returns the link that the owner sends them. */
async function invite(page: Page, email: string, { role, account }: { role: string; account?: string }) {
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
async function accept(link: string, name: string) {
  const { page, complaints } = await newPage(browser);
  await page.goto(link);
  await page.getByRole('link', { name: 'Sign in and accept' }).click();
  await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.waitForURL(`${tidemark.url}/`);
  return { page, complaints };
}

it('An agency works with a colleague and a client, until both are gone', async () => {
  const { page: owner, complaints } = await newPage(browser);
  await signIn(owner, tidemark.url, 'Maya Lindqvist');
  await openTeam(owner);
  await owner.getByRole('button', { name: 'Name the workspace' }).click();
  await owner.getByRole('dialog').getByLabel('Name').fill('Harbour Studio');
  await owner.getByRole('button', { name: 'Save' }).click();
  const toEditor = await invite(owner, 'theo@sandbox.test', { role: 'Editor' });
  const toClient = await invite(owner, 'nadia@sandbox.test', { role: 'Client', account: 'Fjordlys Kitchen' });

  const { page: editor, ...editors } = await accept(toEditor, 'Theo Okafor');
  await editor.getByRole('heading', { name: 'Instagram', exact: true }).waitFor();
  await editor.getByLabel('Side panel').getByText('Harbour Studio').waitFor();
  await editor.goto(`${tidemark.url}/labels`);
  await editor.getByRole('button', { name: 'New label' }).first().click();
  await editor.getByLabel('Name').fill('Summer campaign');
  await editor.getByRole('button', { name: 'Create label' }).click();
  await owner.goto(`${tidemark.url}/labels`);
  await owner.getByText('Summer campaign').first().waitFor();

  const { page: client, ...clients } = await accept(toClient, 'Nadia Brandt');
  await client.getByRole('heading', { name: 'Instagram', exact: true }).waitFor();
  const panel = client.getByLabel('Side panel');
  await panel.getByRole('link', { name: 'Reports' }).waitFor();
  expect(await countAccounts(client)).toBe(1);
  expect(await panel.getByRole('link', { name: /^(Labels|Peers)$/ }).count()).toBe(0);

  await editor.getByTitle('theo@sandbox.test').click();
  await editor.getByRole('menuitemradio', { name: 'Theo Okafor' }).click();
  await editor.getByRole('heading', { name: 'Theo Okafor' }).waitFor();

  await openTeam(owner);
  await owner.getByRole('button', { name: 'Remove Nadia Brandt' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await owner.getByText('Member removed').waitFor();
  await client.reload();
  await client.getByRole('heading', { name: 'Nadia Brandt' }).waitFor();
  expect([...complaints, ...editors.complaints, ...clients.complaints]).toEqual([]);
});
