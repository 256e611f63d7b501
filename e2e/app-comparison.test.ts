import { expect, it } from 'vitest';
import { daysAgo } from '../apps/server/test/program/world.ts';
import { listViolations } from './axe.ts';
import { movePointer, newPage, signIn } from './browser.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

it('compares an account with the app by keyboard, hides its name from operators, and deletes the comparison', async () => {
  const { page, complaints } = await newPage(browser);
  await signIn(page, `${tidemark.url}/account/17841402392374900`, 'Maya Lindqvist');
  const card = page.locator('[data-panel=app-comparison]');
  await movePointer(page);
  await card.getByText('Nothing compared yet').waitFor();

  await card.getByLabel('Day', { exact: true }).fill(daysAgo(9));
  await card.getByLabel('Reach').fill('1');
  await card.getByLabel('Views').fill('2');
  await card.getByLabel('Views').press('Enter');

  const table = card.getByRole('table', { name: 'Newest comparison' });
  await table.getByText('No known cause').first().waitFor();
  expect(await table.getByRole('row').count()).toBe(3);
  expect(await listViolations(page)).toEqual([]);

  const operator = await newPage(browser);
  await signIn(operator.page, `${tidemark.url}/system/meta/compare`, 'Olu Adeyemi');
  await operator.page.getByText('Account 1').first().waitFor();
  expect(await operator.page.locator('main').textContent()).not.toMatch(/fjordlys|maya/i);
  const [file] = await Promise.all([
    operator.page.waitForEvent('download'),
    operator.page.getByRole('button', { name: 'Download report' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('tidemark-compared-with-the-app.json');

  await card.getByRole('button', { name: /^Delete the comparison/ }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await card.getByText('Nothing compared yet').waitFor();

  expect([...complaints, ...operator.complaints]).toEqual([]);
  await operator.page.context().close();
  await page.context().close();
});
