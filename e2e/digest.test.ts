import { expect, it } from 'vitest';
import { listViolations } from './axe.ts';
import { newPage, signIn } from './browser.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

const reader = 'reader@elsewhere.test';

/** Returns the first link to a page in the newest mail to an address. */
async function findLink(to: string, page: string): Promise<string> {
  const address = `http://localhost:${tidemark.sandboxPort}/_sandbox/mail/messages?to=${encodeURIComponent(to)}`;
  const find = async () => {
    const { messages } = (await (await fetch(address)).json()) as { messages: { text: string }[] };
    return messages.map(({ text }) => new RegExp(`${tidemark.url}/${page}#\\S+`).exec(text)?.[0]).find(Boolean) ?? '';
  };
  await expect.poll(find, { timeout: 30_000 }).not.toBe('');
  return find();
}

it('sends a digest to a confirmed recipient until they unsubscribe', async () => {
  const { page, complaints } = await newPage(browser);
  await signIn(page, `${tidemark.url}/profile?tab=notifications`, 'Maya Lindqvist');
  await page.getByRole('switch', { name: 'Send a digest' }).click();
  await page.getByText(/^The next one is sent on/).waitFor();
  await page.getByLabel('Email address').fill(reader);
  await page.getByRole('button', { name: 'Add recipient' }).click();
  const row = page.getByRole('listitem').filter({ hasText: reader });
  await row.getByText('Not confirmed', { exact: true }).waitFor();

  const stranger = await newPage(browser);
  await stranger.page.goto(await findLink(reader, 'confirm-mail'));
  await stranger.page.getByRole('button', { name: 'Confirm address' }).click();
  await stranger.page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor();
  expect(await listViolations(stranger.page)).toEqual([]);

  await page.reload();
  await row.getByRole('button', { name: `Send a test to ${reader}` }).click();
  await stranger.page.goto(await findLink(reader, 'unsubscribe'));
  await stranger.page.getByRole('button', { name: 'Unsubscribe' }).click();
  await stranger.page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();

  await page.reload();
  await row.getByText('Unsubscribed', { exact: true }).waitFor();
  expect(await listViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
  await stranger.page.context().close();
});
