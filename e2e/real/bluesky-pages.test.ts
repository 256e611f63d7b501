import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startNetwork, toPassword, type Network, type Person } from '../../apps/server/real/start-network.ts';
import {
  newPlaces,
  removePlaces,
  startTidemark,
  type Tidemark,
} from '../../apps/server/test/program/tidemark-process.ts';
import { launchBrowser, newPage } from '../browser.ts';
import { addOperator, withoutMeta } from '../sign-in-providers.ts';

const phone = { width: 390, height: 844 };
const day = 86_400_000;
let network: Network;
let author: Person;
let fan: Person;
let otherFan: Person;
let tidemark: Tidemark;
let browser: Browser;
/** A page that is signed in to Tidemark. */
let desktop: Awaited<ReturnType<typeof newPage>>;

beforeAll(async () => {
  [network, browser] = await Promise.all([startNetwork(), launchBrowser()]);
  author = await network.join('author');
  fan = await network.join('fan');
  otherFan = await network.join('other-fan');
  await publish();
  tidemark = await startTidemark(await newPlaces(), {
    ...withoutMeta,
    NETWORKS: 'instagram_account,bluesky_account',
    BLUESKY_APPVIEW_URL: network.appView,
    BLUESKY_PLC_URL: network.directory,
  });
  desktop = await addOperator(browser, tidemark);
});
afterAll(async () => {
  await browser?.close();
  await tidemark?.stop();
  await network?.stop();
  if (tidemark) await removePlaces(tidemark);
});

/** Publishes a post before the last seven days, and three within them, which have four interactions. */
async function publish(): Promise<void> {
  await write(10, 'Before the range', []);
  await write(3, 'Liked by two', [fan, otherFan]);
  const answered = await write(2, 'Liked and answered', [otherFan]);
  await write(1, 'Unnoticed', []);
  const reply = { root: answered, parent: answered };
  await network.write(fan, 'app.bsky.feed.post', { text: 'Lovely', reply, createdAt: at(1) });
  await network.settle();
}

const at = (daysAgo: number) => new Date(Date.now() - daysAgo * day).toISOString();

async function write(daysAgo: number, text: string, fans: Person[]) {
  const createdAt = at(daysAgo);
  const subject = await network.write(author, 'app.bsky.feed.post', { text, createdAt });
  for (const one of fans) await network.write(one, 'app.bsky.feed.like', { subject, createdAt });
  return subject;
}

/** Enters a handle on the profile, which opens the pages of the account's own server. */
async function leaveForBluesky(page: Page, { handle }: Person): Promise<void> {
  await page.getByLabel(/Bluesky handle/).fill(handle);
  await page.getByRole('button', { name: 'Connect Bluesky' }).click();
  await page.waitForURL(({ origin }) => origin === network.pds);
}

/** Signs in on those pages, and lets Tidemark know whose account it is or not. */
async function signInAtBluesky(page: Page, { handle }: Person, answer: 'Authorize' | 'Deny access'): Promise<void> {
  await page.getByRole('textbox', { name: 'Password' }).fill(toPassword(handle));
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect(await page.getByLabel('Account username').innerText()).toBe(handle);
  await page.getByRole('button', { name: answer }).click();
}

/** Leaves out that Meta's script is out of reach. */
const listOwn = (complaints: string[]) => complaints.filter((text) => !text.includes('connect.facebook.net'));

const readWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

describe('a user with an account on Bluesky', () => {
  it('connects it on Bluesky’s own pages, links it and sees its figures', async () => {
    const { page, complaints } = desktop;
    await page.goto(`${tidemark.url}/profile`);

    await leaveForBluesky(page, author);
    await signInAtBluesky(page, author, 'Authorize');
    await page.waitForURL(`${tidemark.url}/profile`);
    await page.getByText('Connected @author.test. Link it to start syncing.').waitFor();
    await page.getByRole('button', { name: 'Link @author.test', exact: true }).click();
    await page.getByRole('button', { name: 'Unlink @author.test' }).waitFor();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();

    await page.getByText('4 interactions in this range, with 3 posts.').waitFor({ timeout: 60_000 });
    const posts = page.getByRole('region', { name: /Bluesky Posts/ });
    await posts.getByText('1–3 of 3').waitFor();
    await posts.getByRole('row', { name: /Liked by two.* 2 likes 0 comments/ }).waitFor();
    await posts.getByRole('row', { name: /Liked and answered.* 1 likes? 1 comments?/ }).waitFor();
    const types = page.getByRole('list', { name: 'Interactions by type' }).getByRole('listitem');
    await expect.poll(() => types.allInnerTexts()).toEqual(['Likes\n75%\n3', 'Comments\n25%\n1', 'Shares\n0%\n0']);
    expect(listOwn(complaints)).toEqual([]);
  });

  it('connects it on a phone, and is told that nothing is connected without consent', async () => {
    const storageState = await desktop.page.context().storageState();
    const { page, complaints } = await newPage(browser, { viewport: phone, storageState });
    await page.goto(`${tidemark.url}/profile`);

    await leaveForBluesky(page, fan);
    await signInAtBluesky(page, fan, 'Authorize');
    await page.getByText('Connected @fan.test. Link it to start syncing.').waitFor();
    expect(await readWidth(page)).toBe(phone.width);

    await leaveForBluesky(page, otherFan);
    await signInAtBluesky(page, otherFan, 'Deny access');
    await page.getByRole('alert').getByText('You did not allow access at Bluesky, so nothing was connected.').waitFor();
    expect(await readWidth(page)).toBe(phone.width);
    await page.getByRole('link', { name: 'Back to your profile' }).click();
    await page.getByRole('button', { name: 'Link @fan.test', exact: true }).waitFor();
    expect(await page.getByText(otherFan.handle).count()).toBe(0);
    expect(listOwn(complaints)).toEqual([expect.stringContaining('/auth/bluesky/authorize')]);
  });
});
