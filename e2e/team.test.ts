import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newPage, signIn } from './browser.ts';
import { browser, setUpOwnTidemark, tidemark } from './seeded-tidemark.ts';
import { accept, invite, openTeam } from './team-journey.ts';

setUpOwnTidemark();

const countAccounts = (page: Page) => page.getByLabel('Side panel').getByRole('switch').count();

/** Adds the first of a member's own accounts to the workspace. */
async function lend(page: Page, count: number) {
  for (let added = 0; added < count; added += 1) {
    await page
      .getByRole('button', { name: /to this workspace$/ })
      .first()
      .click();
    await page.getByText('In this workspace', { exact: true }).nth(added).waitFor();
  }
}

const dashboardOf = async (page: Page) => {
  await page.goto(tidemark.url);
  await page.getByRole('heading', { name: 'Instagram', exact: true }).waitFor();
};

it('An agency’s month: colleagues, clients, accounts of three logins, one expired, and people who leave', async () => {
  const { page: owner, complaints } = await newPage(browser);
  await signIn(owner, tidemark.url, 'Maya Lindqvist');
  await openTeam(owner);
  await owner.getByRole('button', { name: 'Name the workspace' }).click();
  await owner.getByRole('dialog').getByLabel('Name').fill('Harbour Studio');
  await owner.getByRole('button', { name: 'Save' }).click();
  await owner.getByRole('dialog').waitFor({ state: 'detached' });
  const all = [complaints];
  async function join(email: string, name: string, grant: { role: string; account?: string }) {
    await openTeam(owner);
    const joined = await accept(await invite(owner, email, grant), name);
    all.push(joined.complaints);
    await joined.page.getByLabel('Side panel').getByText('Harbour Studio').first().waitFor();
    return joined.page;
  }

  // An editor works on what is the team's, and adds accounts that only their own login reaches.
  const editor = await join('edgar@sandbox.test', 'Edgar Voss', { role: 'Editor' });
  await editor.goto(`${tidemark.url}/labels`);
  await editor.getByRole('button', { name: 'New label' }).first().click();
  await editor.getByLabel('Name').fill('Summer campaign');
  await editor.getByRole('button', { name: 'Create label' }).click();
  const lender = await join('ines@sandbox.test', 'Ines Duarte', { role: 'Editor' });
  await openTeam(lender);
  await lend(lender, 6);
  await dashboardOf(lender);
  expect(await countAccounts(lender)).toBe(9);

  // Another editor's login has expired: their account comes with its history, and everybody sees why nothing is new.
  await openTeam(editor);
  await lend(editor, 1);
  await dashboardOf(owner);
  await owner.getByText(/^Tidemark lost access to /).waitFor();
  expect(await countAccounts(owner)).toBe(10);

  // A viewer changes nothing, and clients see one account each.
  const viewer = await join('fiona@sandbox.test', 'Free Fiona Marsh', { role: 'Viewer' });
  expect(await countAccounts(viewer)).toBe(10);
  await viewer.goto(`${tidemark.url}/reports`);
  await viewer
    .getByRole('button', { name: /as PDF$/ })
    .first()
    .waitFor();
  expect(await viewer.getByRole('button', { name: /^(New report|Edit|Delete)/ }).count()).toBe(0);
  const clients = [
    ['nadia@sandbox.test', 'Nadia Brandt', 'Fjordlys Kitchen'],
    ['cal@sandbox.test', 'Cal Moreno', 'Fjordlys Outdoor'],
    ['theo@sandbox.test', 'Theo Okafor', 'Fjordlys Kitchen'],
  ] as const;
  for (const [email, name, account] of clients) {
    const client = await join(email, name, { role: 'Client', account });
    const panel = client.getByLabel('Side panel');
    await panel.getByText(account, { exact: true }).waitFor();
    expect(await countAccounts(client), name).toBe(1);
    expect(await panel.getByRole('link', { name: /^(Labels|Peers)$/ }).count(), name).toBe(0);
  }

  // One member leaves, and takes the connection but not the data; another is removed, and one goes home.
  await dashboardOf(owner);
  await owner.getByLabel('Side panel').getByRole('switch').nth(4).waitFor();
  await openTeam(lender);
  await lender.getByRole('button', { name: 'Leave this workspace' }).click();
  await lender.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await lender.waitForURL(`${tidemark.url}/`);
  await dashboardOf(lender);
  await dashboardOf(owner);
  await owner.getByText(/^Your Meta login cannot access /).waitFor();
  expect(await countAccounts(owner)).toBe(10);
  await owner.goto(`${tidemark.url}/labels`);
  await owner.getByText('Summer campaign').first().waitFor();
  await editor.getByTitle('edgar@sandbox.test').click();
  await editor.getByRole('menuitemradio', { name: 'Edgar Voss' }).click();
  await editor.getByLabel('Side panel').getByText('edgar@sandbox.test').waitFor();
  await openTeam(owner);
  expect(all.flat()).toEqual([]);
  await owner.getByRole('button', { name: 'Remove Free Fiona Marsh' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await owner.getByText('Member removed').waitFor();
  await viewer.getByRole('heading', { name: 'Free Fiona Marsh' }).waitFor();
});
