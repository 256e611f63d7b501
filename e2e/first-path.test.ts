import { describe, expect, it } from 'vitest';
import { movePointer, newPage, signIn } from './browser.ts';
import { browser, tidemark, setUpOwnTidemark } from './seeded-tidemark.ts';
import {
  accountsOf,
  daysAgo,
  instagramDaysAgo,
  trueCollaborations,
  trueDays,
  trueMedia,
  trueWindow,
} from '../apps/server/test/program/world.ts';

setUpOwnTidemark();

const range = `from=${instagramDaysAgo(7)}&to=${instagramDaysAgo(1)}`;

/** Formats a number like the cards: unchanged below 1000, above with one decimal and a letter. */
function compact(value: number): string {
  if (value < 1000) return String(Math.round(value));
  return new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
    .format(value)
    .replace('K', 'k');
}

describe('Theo, a new user', () => {
  it('connects, links an account, watches its first sync, and sees correct data', async () => {
    const { page, complaints } = await newPage(browser);
    await signIn(page, tidemark.url, 'Theo Okafor');
    await page.waitForURL(`${tidemark.url}/profile`);
    await page.getByRole('link', { name: 'Start setup' }).click();
    await page.getByRole('heading', { name: 'Welcome, Theo' }).waitFor();
    await page.goBack();

    const popup = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Connect Meta Business' }).click();
    await (await popup).getByRole('button', { name: 'Continue as Theo' }).click();
    await page.getByText('Meta Business account connected successfully!').waitFor();
    const row = page.getByRole('row').filter({ hasText: 'okafor.coffee' });
    await row.getByRole('button', { name: /Link account/ }).click();
    await page.getByText('Account linked successfully!').waitFor();

    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await page.waitForURL((address) => address.pathname === '/');
    const [account] = await accountsOf(tidemark, 'theo@sandbox.test');
    if (!account) throw new Error('Theo has no account');
    // The data appears while the page is open, without a reload.
    await page.goto(`${tidemark.url}/?${range}`);
    const days = await trueDays(tidemark, account.id, instagramDaysAgo(7), instagramDaysAgo(1));
    const views = days.reduce((sum, day) => sum + day.views, 0);
    await page
      .getByRole('region', { name: 'Views' })
      .or(page.getByRole('article', { name: 'Views' }))
      .getByText(compact(views), { exact: true })
      .first()
      .waitFor({ timeout: 60_000 });
    const reach = (await trueWindow(tidemark, account.id, instagramDaysAgo(1), 7)).reach;
    const rate = (days.reduce((sum, day) => sum + day.totalInteractions, 0) / reach) * 100;
    await page
      .getByText(`${rate.toFixed(1)}%`)
      .first()
      .waitFor();
    await page
      .getByText(compact(days.at(-1)?.followersEnd ?? 0), { exact: true })
      .first()
      .waitFor();
    // Looking up a new account responds with 404, which is how new accounts are recognised.
    expect(complaints.filter((complaint) => !complaint.includes('/account/get?'))).toEqual([]);
    await page.context().close();
  });
});

describe('Maya, a user for two years', () => {
  it("sees three accounts with their history, all equal to Instagram's values", async () => {
    const { page, complaints } = await newPage(browser);
    await signIn(page, `${tidemark.url}/?${range}`, 'Maya Lindqvist');
    const accounts = (await accountsOf(tidemark, 'maya@sandbox.test')).slice(0, 3);
    const days = (
      await Promise.all(accounts.map(({ id }) => trueDays(tidemark, id, instagramDaysAgo(7), instagramDaysAgo(1))))
    ).flat();
    const sum = (pick: (day: (typeof days)[number]) => number) => days.reduce((total, day) => total + pick(day), 0);

    const views = page.getByRole('region', { name: 'Views' }).or(page.getByRole('article', { name: 'Views' }));
    await views
      .getByText(compact(sum((day) => day.views)), { exact: true })
      .first()
      .waitFor();
    const followers = sum((day) => (day.day === instagramDaysAgo(1) ? day.followersEnd : 0));
    await page.getByText(compact(followers), { exact: true }).first().waitFor();
    const reached = await Promise.all(
      accounts.map(async ({ id }) => (await trueWindow(tidemark, id, instagramDaysAgo(1), 7)).reach),
    );
    const rate = (sum((day) => day.totalInteractions) / reached.reduce((total, reach) => total + reach, 0)) * 100;
    await page
      .getByText(`${rate.toFixed(1)}%`)
      .first()
      .waitFor();
    for (const { name } of accounts) await page.getByText(name).first().waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('pages, sorts and searches her posts', async () => {
    const { page } = await newPage(browser);
    // Old enough that its metrics no longer change.
    await signIn(page, `${tidemark.url}/?from=${daysAgo(500)}&to=${daysAgo(200)}`, 'Maya Lindqvist');
    const accounts = (await accountsOf(tidemark, 'maya@sandbox.test')).slice(0, 3);
    const own = (await Promise.all(accounts.map(({ id }) => trueMedia(tidemark, id)))).flat();
    const shared = (await Promise.all(accounts.map(({ id }) => trueCollaborations(tidemark, id)))).flat();
    const isShown = ({ kind, publishedAt }: (typeof own)[number]) => {
      // Posts count by the viewer's clock, which is UTC.
      const day = publishedAt.slice(0, 10);
      return kind !== 'story' && day >= daysAgo(500) && day <= daysAgo(200);
    };
    const shown = [...own, ...shared].filter(isShown);
    const grid = page
      .getByRole('region', { name: /Instagram Posts/ })
      .or(page.getByRole('article', { name: /Instagram Posts/ }));

    await movePointer(page);
    await page
      .getByRole('radio', { name: 'Published' })
      .or(page.getByRole('button', { name: 'Published' }))
      .first()
      .click();
    await grid.getByText(`1–5 of ${shown.length}`).waitFor();
    await grid.getByRole('button', { name: 'Reach' }).click();
    const most = Math.max(...own.filter(isShown).map(({ totals }) => totals.reach));
    await grid.getByText(most.toLocaleString('en-US'), { exact: true }).first().waitFor();
    const word = shown.find(({ caption }) => /[a-z]{7}/.test(caption ?? ''))?.caption?.match(/[a-z]{7}/)?.[0] ?? '';
    await grid.getByPlaceholder('Search caption').fill(word);
    const found = shown.filter(({ caption }) => caption?.toLowerCase().includes(word)).length;
    await grid.getByText(`1–${Math.min(5, found)} of ${found}`).waitFor();

    expect(await grid.getByRole('row').count()).toBe(Math.min(5, found) + 1);
    await page.context().close();
  });
});

describe('every user', () => {
  it('leaves no token within reach of scripts, and must sign in again after logging out', async () => {
    const { page } = await newPage(browser);
    await signIn(page, tidemark.url, 'Maya Lindqvist');
    await page.getByText('Followers').first().waitFor();

    const stored = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), location.href]),
    );
    await page.goto(`${tidemark.url}/logout`);
    await page.getByText('Choose a user').waitFor();

    expect(stored).not.toMatch(/eyJ[\w-]+\./);
    await page.context().close();
  });

  it('stays on the profile without a plan at any URL', async () => {
    const { page } = await newPage(browser);
    await signIn(page, `${tidemark.url}/account/17841402392374900`, 'Free Fiona Marsh');

    await page.waitForURL(/\/(profile|welcome)$/);
    await page.goto(`${tidemark.url}/no/such/place`);
    await page.waitForURL(/\/(profile|welcome)$/);

    await page.context().close();
  });
});
