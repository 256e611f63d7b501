import { describe, expect, it } from 'vitest';
import { newPage, signIn } from './browser.ts';
import { browser, setUpOwnTidemark, tidemark } from './seeded-tidemark.ts';

setUpOwnTidemark();

describe('Theo, whose Instagram account has no Facebook page', () => {
  it('connects it at Instagram, links it and sees its first figures', async () => {
    const { page, complaints } = await newPage(browser);
    await signIn(page, tidemark.url, 'Theo Okafor');
    await page.waitForURL(`${tidemark.url}/profile`);

    await page.getByRole('button', { name: 'Connect with Instagram' }).click();
    await page.getByRole('radio', { name: /okafor\.prints/ }).check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${tidemark.url}/profile`);
    await page.getByText('Connected @okafor.prints').waitFor();

    const row = page.getByRole('row').filter({ hasText: 'okafor.prints' });
    await row.getByRole('button', { name: /Link account/ }).click();
    await page.getByText('Account linked successfully!').waitFor();
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await page
      .getByRole('article', { name: 'Views' })
      .or(page.getByRole('region', { name: 'Views' }))
      .getByText(/^[1-9][\d.]*[kM]?$/)
      .first()
      .waitFor({ timeout: 90_000 });

    await page.goto(`${tidemark.url}/peers`);
    await page.getByText(/connected without a Facebook Page/).waitFor();
    // The specified way to link asks for the account first.
    expect(complaints.filter((text) => !text.includes('/account/get?'))).toEqual([]);
  });

  it('is told why a personal account cannot be connected, and can go back', async () => {
    const { page } = await newPage(browser);
    await signIn(page, tidemark.url, 'Theo Okafor');
    await page.goto(`${tidemark.url}/profile`);

    await page.getByRole('button', { name: 'Connect with Instagram' }).click();
    await page.getByRole('radio', { name: /theo\.off\.duty/ }).check();
    await page.getByRole('button', { name: 'Allow' }).click();

    await page
      .getByRole('alert')
      .getByText(/Switch it to a professional account/)
      .waitFor();
    await page.getByRole('link', { name: 'Back to your profile' }).click();
    await page.waitForURL(`${tidemark.url}/profile`);
  });
});
