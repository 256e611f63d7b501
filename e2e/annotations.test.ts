import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { daysAgo } from '../apps/server/test/program/world.ts';
import { listViolations } from './axe.ts';
import { movePointer, newPage, signIn } from './browser.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

const figures = (page: Page) => page.locator('[data-metric=views] [data-line]').first();

it('adds an annotation by keyboard, shows it in charts, opens its day, and undoes it', async () => {
  const { page, complaints } = await newPage(browser);
  await signIn(page, `${tidemark.url}/?preset=last-30-days`, 'Ines Duarte');
  await figures(page).waitFor();

  await page.getByRole('button', { name: 'Annotations' }).press('Enter');
  await page.getByRole('button', { name: 'Add annotation' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What happened').fill('Price change');
  await dialog.getByLabel('First day').fill(daysAgo(12));
  await dialog.getByLabel('Last day').fill(daysAgo(10));
  await dialog.getByLabel('What happened').press('Enter');

  await dialog.getByRole('list', { name: 'Annotations' }).getByText('Price change').waitFor();
  expect(await listViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  for (const metric of ['views', 'reach', 'total_interactions'])
    await page.locator(`[data-metric=${metric}] [data-mark]`).first().waitFor();

  await page.goto(`${tidemark.url}/?preset=last-30-days&when=${daysAgo(11)}`);
  await movePointer(page);
  await page.getByRole('button', { name: 'Price change' }).click();
  await page.getByRole('dialog', { name: 'Change the annotation' }).getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Annotations' }).click();
  await page.getByRole('button', { name: 'Delete Price change' }).click();
  await page.getByText('No annotations in this range').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByText('Price change').waitFor();

  expect(complaints).toEqual([]);
  await page.context().close();
});
