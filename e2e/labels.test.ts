import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { listViolations } from './axe.ts';
import { movePointer, newPage, signIn } from './browser.ts';
import { exportJson } from './export-file.ts';
import { compact } from './read-overview.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

const posts = (page: Page) => page.getByRole('table', { name: 'Instagram Posts' });
const boxes = (page: Page) => posts(page).locator('tbody').getByRole('checkbox');

it('labels posts by rule and by hand, filters by labels, and compares both', async () => {
  const { page, complaints } = await newPage(browser);
  const range = 'preset=last-12-months';
  await signIn(page, `${tidemark.url}/labels?${range}`, 'Maya Lindqvist');

  const create = async (name: string, rule: boolean) => {
    await page.getByRole('button', { name: 'New label' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    if (rule) await dialog.getByRole('radio', { name: 'By a rule' }).check({ force: true });
    if (rule) await dialog.getByRole('checkbox', { name: 'Reels' }).click();
    await dialog.getByRole('button', { name: 'Create label' }).click();
    await page.getByText(`${name} created`).waitFor();
  };
  await create('Moving pictures', true);
  await create('People', false);

  await page.goto(`${tidemark.url}/?preset=last-90-days&posts=published&rows=10&sort=timestamp.asc`);
  await movePointer(page);
  await boxes(page).first().waitFor();
  await boxes(page).nth(0).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  const bar = page.getByRole('group', { name: 'Selected posts' });
  await bar.getByText('3 posts selected').waitFor();
  await boxes(page)
    // More than the five that a comparison needs: some have no similar post without the label, depending on the date.
    .nth(7)
    .click({ modifiers: ['Shift'] });
  await bar.getByText('8 posts selected').waitFor();
  expect(await listViolations(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Labels' }).click();
  await page.getByRole('checkbox', { name: 'People', exact: true }).click();
  const labelled = posts(page).getByRole('button', { name: /Labels of this post: .*People/ });
  await labelled.nth(7).waitFor();
  expect(await labelled.count()).toBe(8);
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Clear' }).click();

  await page.getByRole('button', { name: 'Label: All labels' }).click();
  await page.getByRole('menuitemradio', { name: 'People' }).click();
  await page.getByText('1–8 of 8').waitFor();

  await page.goto(`${tidemark.url}/labels?${range}`);
  await page.getByText(/osts labelled Moving pictures get .*% .* interactions than similar posts/).waitFor();
  await page.getByText(/osts labelled People get .*% .* than similar posts \(\d+ against \d+ posts\)/).waitFor();
  await page
    .getByText(/rank test \(p .*, corrected for 4 labels and the choice of metric\)/)
    .first()
    .waitFor();

  // The table of each card, and the number in its sentence, are in the file.
  const { labels = [] } = await exportJson(page);
  const cards = page.locator('[data-panel="label"]');
  expect(labels.map((row) => row['label'])).toEqual(await cards.locator('h2').allInnerTexts());
  const counts = await cards.locator('tbody td:last-child').allInnerTexts();
  expect(counts).toEqual(labels.flatMap((row) => [String(row['labelled_posts']), String(row['other_posts'])]));
  const medians = await cards.locator('tbody td:nth-child(2)').allInnerTexts();
  const compactMedians = labels.flatMap((row) => [row['labelled_median'], row['other_median']]);
  expect(medians).toEqual(compactMedians.map((value) => compact(Number(value))));
  const one = await exportJson(page, 'Export People');
  expect(one['labels']).toEqual(labels.filter((row) => row['label'] === 'People'));

  expect(complaints).toEqual([]);
  await page.context().close();
});
