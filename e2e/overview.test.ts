import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { listViolations } from './axe.ts';
import { movePointer, newPage, signIn } from './browser.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';
import {
  accountsOf,
  instagramDaysAgo,
  trueCollaborations,
  trueDays,
  trueDemographics,
  trueMedia,
  trueWindow,
  type Day,
} from '../apps/server/test/program/world.ts';

setUpSharedTidemark();

const range = { from: instagramDaysAgo(7), to: instagramDaysAgo(1) };
const address = `from=${range.from}&to=${range.to}`;
const sum = <Item>(items: readonly Item[], pick: (item: Item) => number) =>
  items.reduce((total, item) => total + pick(item), 0);

/** Formats a number like the cards: unchanged below 1000, above with one decimal and a letter. */
function compact(value: number): string {
  if (value < 1000) return String(Math.round(value));
  return new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
    .format(value)
    .replace('K', 'k');
}

/** Returns the expected values on all cards for some accounts, from the sandbox's real data. */
async function getTruth(ids: string[]) {
  const days = (await Promise.all(ids.map((id) => trueDays(tidemark, id, range.from, range.to)))).flat();
  const lists = [trueMedia, trueCollaborations].flatMap((list) => ids.map((id) => list(tidemark, id)));
  const media = (await Promise.all(lists)).flat();
  const audiences = await Promise.all(ids.map((id) => trueDemographics(tidemark, id)));
  // Instagram counts people once for a single account; several accounts are added up.
  const people = (
    await Promise.all(
      ids.map(async (id) => {
        const window = await trueWindow(tidemark, id, range.to, 7);
        const own = await trueDays(tidemark, id, range.from, range.to);
        return {
          reach: window.reach ?? sum(own, (day) => day.reach),
          strangers: window.nonFollowerReach ?? sum(own, (day) => day.cells.reachByFollowType['NON_FOLLOWER'] ?? 0),
          engaged: window.engaged ?? sum(own, (day) => day.accountsEngaged),
        };
      }),
    )
  ).reduce((all, one) => ({
    reach: all.reach + one.reach,
    strangers: all.strangers + one.strangers,
    engaged: all.engaged + one.engaged,
  }));
  const of = (pick: (day: Day) => number) => sum(days, pick);
  const { reach, strangers } = people;
  const followers = sum(
    days.filter(({ day }) => day === range.to),
    (day) => day.followersEnd,
  );
  const part = (weight: number, count: number, whole: number, full: number) =>
    whole > 0 ? weight * Math.min(count / whole / full, 1) : 0;
  const virality =
    part(
      40,
      of((day) => day.shares),
      reach,
      0.02,
    ) +
    part(
      30,
      of((day) => day.saves),
      reach,
      0.03,
    ) +
    part(
      20,
      of((day) => day.comments),
      reach,
      0.01,
    ) +
    part(
      10,
      of((day) => day.follows),
      strangers,
      0.05,
    );
  const posts = media.filter(({ kind, publishedAt }) => {
    // Posts count by the viewer's clock, which is UTC.
    const day = new Date(publishedAt).toISOString().slice(0, 10);
    return kind !== 'story' && day >= range.from && day <= range.to;
  });
  const cells = (dimension: 'country' | 'age,gender') => audiences.flatMap(({ followers: cut }) => cut[dimension]);
  const countries = Map.groupBy(cells('country'), ({ values }) => values[0]);
  const toShare = (count: number, whole: number) => `${((count / whole) * 100).toFixed(2)}%`;
  const everybody = sum(cells('country'), ({ count }) => count);
  const top = [...countries]
    .map(([code, parts]) => ({ code, count: sum(parts, ({ count }) => count) }))
    .toSorted((a, b) => b.count - a.count)[0];
  const women = cells('age,gender').filter(({ values }) => values[1] === 'F');
  return {
    cards: {
      followers: compact(followers),
      'engagement-rate': `${((of((day) => day.totalInteractions) / reach) * 100).toFixed(1)}%`,
      'conversion-rate': `${((of((day) => day.follows) / strangers) * 100).toFixed(1)}%`,
      'virality-score': virality.toFixed(1),
      'engaged-audience': `${((people.engaged / followers) * 100).toFixed(1)}%`,
      'post-activity': posts.length === 0 ? null : posts.length.toLocaleString('en-US'),
    },
    totals: {
      views: compact(of((day) => day.views)),
      reach: compact(reach),
      total_interactions: compact(of((day) => day.totalInteractions)),
    },
    weekdays: Array.from({ length: 7 }, (_, weekday) =>
      Math.round(
        (posts.filter(({ publishedAt }) => new Date(publishedAt).getUTCDay() === weekday).length / posts.length) * 100,
      ),
    ),
    topCountry: {
      name: new Intl.DisplayNames('en', { type: 'region' }).of(top?.code ?? '') ?? '',
      share: toShare(top?.count ?? 0, everybody),
    },
    women: toShare(
      sum(women, ({ count }) => count),
      sum(cells('age,gender'), ({ count }) => count),
    ),
  };
}

async function readValue(page: Page, metric: string): Promise<string> {
  const value = page.locator(`[data-metric="${metric}"][data-state=value] p`).first().locator('span').first();
  return withoutMark((await value.textContent()) ?? '');
}

async function readTotal(page: Page, metric: string): Promise<string> {
  return withoutMark(await page.locator(`[data-metric="${metric}"] [data-total]`).innerText());
}

const withoutMark = (text: string) => text.replace('≈', '').trim();

async function expectTruth(page: Page, ids: string[]) {
  const truth = await getTruth(ids);
  // A card shows its last value, dimmed, until the new one has arrived.
  for (const [metric, expected] of Object.entries(truth.cards))
    if (expected !== null)
      await expect.poll(() => readValue(page, metric), { timeout: 20_000, message: metric }).toBe(expected);
  for (const [metric, expected] of Object.entries(truth.totals))
    await expect.poll(() => readTotal(page, metric), { timeout: 20_000, message: metric }).toBe(expected);
  const bars = page.getByRole('list', { name: 'Posts by weekday' }).getByRole('listitem');
  await movePointer(page);
  await bars.first().waitFor();
  const shares = async () => (await bars.allTextContents()).map((text) => Number.parseInt(text, 10));
  await expect.poll(shares, { timeout: 20_000 }).toEqual(truth.weekdays);

  const demographics = page.locator('[data-panel=demographics]');
  await demographics.getByText('Age & Gender').click();
  const women = demographics.getByRole('list', { name: 'Gender distribution' }).getByRole('listitem', { name: /./ });
  await demographics.getByText('Gender distribution').waitFor();
  expect(
    (await demographics.getByRole('list', { name: 'Gender distribution' }).textContent())?.includes(truth.women),
    `women ${truth.women} of ${await women.count()}`,
  ).toBe(true);
  await demographics.getByText('Geography').click();
  const first = demographics.getByRole('list', { name: 'Top Countries' }).getByRole('listitem').first();
  expect(await first.textContent()).toBe(truth.topCountry.name + truth.topCountry.share);
}

describe('overview values', () => {
  it("shows the sandbox’s values for Maya's three accounts, and for one of them", async () => {
    const { page, complaints } = await newPage(browser);
    const ids = (await accountsOf(tidemark, 'maya@sandbox.test')).slice(0, 3).map(({ id }) => id);
    await signIn(page, `${tidemark.url}/?${address}`, 'Maya Lindqvist');
    await expectTruth(page, ids);

    await page
      .getByRole('link', { name: /^Open / })
      .nth(1)
      .focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/account\//);
    await expectTruth(page, ids.slice(1, 2));
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it.each([
    { name: 'Ines Duarte', email: 'ines@sandbox.test', accounts: 25 },
    { name: 'Cal Moreno', email: 'cal@sandbox.test', accounts: 2 },
  ])('shows the sandbox’s values for $name and $accounts accounts', async ({ name, email, accounts }) => {
    const { page, complaints } = await newPage(browser);
    const ids = (await accountsOf(tidemark, email)).slice(0, accounts).map(({ id }) => id);
    await signIn(page, `${tidemark.url}/?${address}`, name);
    await expectTruth(page, ids);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('shows the sandbox’s values for the selected accounts, and the same from a shared URL', async () => {
    const { page } = await newPage(browser);
    const ids = (await accountsOf(tidemark, 'maya@sandbox.test')).slice(0, 3).map(({ id }) => id);
    await signIn(page, `${tidemark.url}/?${address}`, 'Maya Lindqvist');
    await page.getByRole('switch').first().click();
    await expectTruth(page, ids.slice(1));
    await page.getByText('Published', { exact: true }).click();
    await page.waitForURL(/posts=published/);
    const link = page.url();

    const other = await newPage(browser);
    await signIn(other.page, link, 'Maya Lindqvist');
    await movePointer(other.page);
    await other.page.getByRole('list', { name: 'Top Countries' }).waitFor();
    expect(await other.page.getByRole('switch', { checked: true }).count()).toBe(2);
    expect(await other.page.getByRole('radio', { name: 'Published' }).isChecked()).toBe(true);
    expect(await other.page.getByRole('radio', { name: 'Geography' }).isChecked()).toBe(true);
    await page.context().close();
    await other.page.context().close();
  });
});

it.each([900, 1024, 1440])('shows a panel of 240 pixels with labels at %i pixels', async (width) => {
  const { page } = await newPage(browser);
  await page.setViewportSize({ width, height: 768 });
  await signIn(page, tidemark.url, 'Maya Lindqvist');
  const panel = page.getByRole('complementary', { name: 'Side panel' });

  expect((await panel.boundingBox())?.width).toBe(240);
  for (const text of ['Accounts', 'Roadmap', 'Feedback', 'maya@sandbox.test'])
    expect((await panel.getByText(text, { exact: true }).boundingBox())?.width).toBeGreaterThan(20);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.context().close();
});

describe('accessibility', () => {
  it('has no axe violations on a phone in dark mode with every section open', async () => {
    const { page } = await newPage(browser);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 390, height: 900 });
    await page.addInitScript(() => {
      for (const section of ['activity', 'highlights']) localStorage.setItem(`tidemark-open-${section}`, 'yes');
    });
    await signIn(page, `${tidemark.url}/?${address}&audience=geography`, 'Maya Lindqvist');
    await movePointer(page);
    await page.getByRole('list', { name: 'Top Countries' }).waitFor();
    await page.getByRole('list', { name: 'Posts by weekday' }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await page.context().close();
  });

  it('opens, explains and closes the guide by keyboard, and restores the focus', async () => {
    const { page } = await newPage(browser);
    await signIn(page, `${tidemark.url}/?${address}`, 'Maya Lindqvist');
    await movePointer(page);
    const help = page.getByRole('button', { name: 'Demographics Card Guide' });
    await help.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Demographics Card Guide' });
    await dialog.getByRole('button', { name: 'Sample by age' }).focus();

    expect(await dialog.locator('[data-active=true] dt').textContent()).toBe('Age & Gender');
    await dialog.getByRole('button', { name: 'Got it' }).click();
    expect(await help.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.context().close();
  });
});
