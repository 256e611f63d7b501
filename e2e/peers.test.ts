import { expect, it } from 'vitest';
import { listViolations } from './axe.ts';
import { newPage, signIn } from './browser.ts';
import { exportJson } from './export-file.ts';
import { whole } from './read-overview.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

it("adds peers by username, shows them beside the user's account, and removes a peer", async () => {
  const { page, complaints } = await newPage(browser);
  await signIn(page, `${tidemark.url}/`, 'Cal Moreno');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Peers' }).click();
  await page.waitForURL(/\/peers/);
  await page.getByText('No peers yet').waitFor();
  expect(await listViolations(page)).toEqual([]);

  const field = page.getByLabel('Username or profile URL');
  const add = async (username: string) => {
    await field.fill(username);
    await page.getByRole('button', { name: 'Add peer' }).click();
  };
  await add('annika.at.home');
  await page.getByRole('alert').getByText('No public professional account').waitFor();
  for (const typed of ['@nordisk.spisskammer', 'https://www.instagram.com/brod.og.smor/', 'lantern.and.loaf']) {
    await add(typed);
    const [username] = /[\w.]+(?=\/?$)/.exec(typed) ?? [];
    await page.getByText(`@${username} was added`, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add peer', exact: true }).waitFor();
  }

  const table = page.getByRole('table', { name: 'Public data by account' });
  await table.getByText('<b>Lantern</b> & Loaf').waitFor();
  expect(await table.getByText('Your account').count()).toBe(1);
  expect(await table.getByText(/Measured since/).count()).toBe(9);
  await page.getByText('3 of 10 peers · 3 requests to Instagram a day').waitFor();
  await page
    .getByText(/^of 3$|\d+% of 3/)
    .first()
    .waitFor();
  expect(await listViolations(page)).toEqual([]);

  const { peers = [], 'peer-ranks': ranks = [] } = await exportJson(page);
  const shown = await table.locator('tbody tr td:nth-child(2)').allInnerTexts();
  const followers = peers.filter(({ figure }) => figure === 'followers').map(({ value }) => Number(value));
  expect(shown).toEqual(followers.toSorted((one, other) => other - one).map(whole));
  const standings = await page.locator('[data-panel="peer-ranks"] strong').allInnerTexts();
  expect(standings).toEqual(ranks.flatMap(({ percentile }) => (percentile === null ? [] : [`${percentile}%`])));

  await page.getByRole('button', { name: 'Remove @lantern.and.loaf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('A rank needs at least 3 peers.').waitFor();
  // The refused username.
  expect(complaints.filter((one) => !one.includes('422'))).toEqual([]);
  await page.context().close();
});
