import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readPdfTexts } from '../apps/server/test/pdf-texts.ts';
import { listViolations } from './axe.ts';
import { newPage, signIn } from './browser.ts';
import { browser, setUpOwnTidemark, tidemark } from './seeded-tidemark.ts';

setUpOwnTidemark();

const comment = 'Reels did well.';

it('builds a one-page report from a template, and keeps its title with the accounts and days', async () => {
  const { page, complaints } = await newPage(browser);
  await signIn(page, tidemark.url, 'Maya Lindqvist');
  await page.goto(`${tidemark.url}/reports?report=new`);
  await page.getByRole('button', { name: 'One page' }).click();
  await page.getByRole('button', { name: 'Comment on Summary' }).click();
  await page.keyboard.type(comment);
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText(comment).waitFor();
  const title = await preview.getByRole('heading', { level: 1 }).innerText();
  expect(title).toMatch(/^Fjordlys, \w+ \d{4}$/);
  expect(await preview.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(
    expect.arrayContaining(['Summary', 'Top posts']),
  );
  expect(await listViolations(page)).toEqual([]);
  const accounts = page.getByRole('group', { name: 'Accounts' });
  await accounts.getByRole('button', { name: 'Deselect all' }).click();
  await page.getByText('Choose at least one account.').waitFor();
  await accounts.getByRole('button', { name: 'Select all' }).click();
  const chosen = await accounts
    .getByRole('checkbox')
    .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).checked));
  expect(chosen).toEqual([true, true, true]);
  await preview.getByRole('heading', { level: 1, name: title }).waitFor();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ]);
  const texts = await readPdfTexts(await readFile(await file.path()));
  expect(texts).toEqual(expect.arrayContaining([title, comment, '1 of 1']));
  const text = texts.join(' ').replaceAll(/\s+/g, ' ');
  // Until the template's days have loaded, the preview shows the earlier ones.
  await expect
    .poll(async () => text.includes((await preview.locator('section p').first().innerText()).trim()), {
      timeout: 20_000,
    })
    .toBe(true);

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Report saved').waitFor();
  await page.getByRole('button', { name: 'All reports' }).click();
  await page
    .getByRole('button', { name: `Edit ${title}` })
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
});
