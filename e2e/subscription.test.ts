import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newPage, signIn } from './browser.ts';
import { browser, tidemark, setUpOwnTidemark } from './seeded-tidemark.ts';

setUpOwnTidemark();

const backHome = (page: Page, path: string) => page.waitForURL((address) => address.href === tidemark.url + path);

it('Fiona pays for a plan, links an account, and opens her dashboard', async () => {
  const { page, complaints } = await newPage(browser);
  await signIn(page, tidemark.url, 'Free Fiona Marsh');
  await page.goto(`${tidemark.url}/subscription`);
  await page.getByRole('button', { name: 'Choose Starter' }).click();

  await page.getByRole('button', { name: 'Subscribe' }).click();

  await backHome(page, '/subscription');
  await page.getByText('Thank you! Your plan is active.').waitFor();
  await page.getByText(/^€9 a month\. Auto renews on /).waitFor();
  await page.getByRole('link', { name: 'Connect an account' }).click();
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Connect Meta Business' }).click();
  await (await popup).getByRole('button', { name: /^Continue as / }).click();
  await page.getByText('Meta Business account connected successfully!').waitFor();
  await page.getByRole('button', { name: 'Link account' }).first().click();
  await page.getByText('Account linked successfully!').waitFor();
  await page.goto(tidemark.url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  // Linking first looks up the account, and the browser logs the 404 of a new one.
  expect(complaints.filter((text) => !text.includes('/account/get'))).toEqual([]);
}, 60_000);

it('Maya cancels, sees the countdown, loses access at its end, and renews', async () => {
  const { page, complaints } = await newPage(browser);
  await signIn(page, tidemark.url, 'Maya Lindqvist');
  await page.goto(`${tidemark.url}/profile`);
  await page.getByText(/^auto renews on /).waitFor();
  await page.getByRole('button', { name: 'Close Account' }).click();
  await page.getByRole('button', { name: 'Continue to Cancel' }).click();

  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByText(/Ends on /).waitFor();
  await page.getByRole('link', { name: 'Return to Tidemark' }).click();
  await backHome(page, '/profile');
  expect(await page.getByText(/^Access ends in \d+d \d+h \d+m \d+s$/).textContent()).toMatch(/^Access ends in 2[2-4]d/);

  // The rest happens at Stripe alone; the open page updates by itself.
  await page.goto(`${tidemark.url}/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const answer = await page.request.post(
    `${tidemark.sandboxUrl}/_sandbox/payments/subscriptions/${await readSubscription('maya@sandbox.test')}`,
    {
      data: { action: 'renew' },
    },
  );
  expect(await answer.json()).toMatchObject({ status: 'canceled' });
  await backHome(page, '/profile');
  await page.getByText(/^access ended on /).waitFor();
  expect(await page.getByRole('button', { name: 'Close Account' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Renew Subscription' }).click();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await backHome(page, '/profile');
  await page.getByText(/^auto renews on /).waitFor();
  await page.getByRole('button', { name: 'Manage Subscription' }).waitFor();
  await page.goto(`${tidemark.url}/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  expect(complaints).toEqual([]);
}, 60_000);

async function readSubscription(email: string): Promise<string> {
  const truth = (await (await fetch(`${tidemark.sandboxUrl}/_sandbox/payments`)).json()) as {
    customers: { id: string; email: string | null }[];
    subscriptions: { id: string; customer: string; status: string }[];
  };
  const customer = truth.customers.find((candidate) => candidate.email === email);
  const found = truth.subscriptions.find((candidate) => candidate.customer === customer?.id);
  if (!found) throw new Error(`${email} has no subscription`);
  return found.id;
}
