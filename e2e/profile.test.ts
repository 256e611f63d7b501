import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newPage, signIn } from './browser.ts';
import { browser, tidemark, setUpOwnTidemark } from './seeded-tidemark.ts';

setUpOwnTidemark();

it('Maya changes her name and photo, downloads her data, and deletes everything', async () => {
  const { page, complaints } = await newPage(browser);
  await signIn(page, tidemark.url, 'Maya Lindqvist');
  await page.goto(`${tidemark.url}/profile`);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page
    .getByLabel('Profile photo')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await drawPhoto(page) });
  await page.getByRole('button', { name: 'Use Photo' }).click();
  await page.getByText('Profile image uploaded successfully!').waitFor();
  await page.getByLabel('Display Name').fill('Maya L.');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Profile updated successfully!').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Maya L.' }).waitFor();
  const shown = page.getByLabel('You').locator('img[src^="/api/v1/files/picture-"]');
  await shown.waitFor();
  expect(await shown.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth)).toBe(512);

  await page.getByRole('tab', { name: 'Your Data' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const archive = await (await download).path();
  expect((await readFile(archive)).subarray(0, 2).toString()).toBe('PK');

  expect(complaints).toEqual([]);
  const other = await page.context().newPage();
  await other.goto(tidemark.url);
  await other.getByRole('heading', { name: 'Instagram', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByLabel('Type DELETE to confirm').fill('DELETE');
  await page.getByRole('button', { name: 'Delete Everything' }).click();
  const toProvider = (tab: Page) => tab.waitForURL((address) => address.href.startsWith(tidemark.sandboxUrl));
  await toProvider(page);
  // Both tabs are told that the user is deleted: the other one logs out, too, unless it hears that this one has.
  await Promise.any([toProvider(other), other.getByText('You logged out in another tab').waitFor()]);

  await signIn(page, tidemark.url, 'Maya Lindqvist');
  await page.goto(`${tidemark.url}/profile`);
  await page.getByRole('heading', { name: 'Maya Lindqvist' }).waitFor();
  await page.getByText('Not Connected').waitFor();
});

/** Draws a photo like a camera's, larger than the stored size. */
async function drawPhoto(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 700 });
    const brush = canvas.getContext('2d');
    if (brush) brush.fillStyle = '#e0803a';
    brush?.fillRect(0, 0, 900, 700);
    return canvas.toDataURL('image/jpeg');
  });
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}
