import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { compareWithChart } from '../apps/server/test/compare-pictures.ts';
import { newPage, signIn } from './browser.ts';
import { exportJson, type Row, type Sections } from './export-file.ts';
import { cardFormats, compact, parts, percent, readScreen, totals, whole } from './read-overview.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';
import { instagramDaysAgo } from '../apps/server/test/program/world.ts';

setUpSharedTidemark();

const genders: Record<string, string> = { F: 'Female', M: 'Male', U: 'Other' };

/** Writes a value like a card: with a mark if it is an estimate between two bounds. */
function shownValue({ value, lower, upper }: Row, format: (value: number) => string): string {
  const [shown, low, high] = [Number(value), Number(lower), upper === null ? null : Number(upper)];
  if (lower === null) return format(shown);
  if (high === null) return low > 0 && shown / low > 2 ? `≥ ${format(low)}` : format(shown);
  return format(low) === format(high) ? format(shown) : `≈ ${format(shown)}`;
}

/** Parts of people are shown as shares. */
function toShare(value: number, whole: number): string {
  const percent = (value / whole) * 100;
  return percent > 0 && percent < 0.5 ? '<1%' : `${Math.round(percent)}%`;
}

/** Returns the screen's content if it agrees with the file. */
function expectScreen({ metrics = [], breakdowns = [], posts = [], demographics = [], activity = [] }: Sections) {
  const row = (metric: string) => metrics.find((one) => one['metric'] === metric) ?? {};
  const toShown = (metric: string, format: (value: number) => string) => [
    shownValue(row(metric), format),
    row(metric)['approximate'] ? 1 : 0,
  ];
  const shares = (dimension: string) => demographics.filter((one) => one['dimension'] === dimension);
  const exact = (one: Row | undefined) => `${Number(one?.['percent']).toFixed(2)}%`;
  const ages = shares('age');
  return {
    cards: Object.fromEntries(Object.entries(cardFormats).map(([metric, format]) => [metric, toShown(metric, format)])),
    totals: Object.fromEntries(totals.map((metric) => [metric, toShown(metric, compact)])),
    changes: totals.map((metric) => {
      const { change_percent: size, change_state: state } = row(metric);
      if (size === null) return expect.stringContaining(state === 'comparing' ? 'comparing…' : 'change not certain');
      const change = Math.abs(Number(size));
      return expect.stringContaining(`${change.toFixed(change < 0.1 ? 2 : 1)}%`);
    }),
    parts: totals.map((metric) => {
      const rows = breakdowns.filter((one) => one['metric'] === metric);
      const whole = (dimension: unknown) => {
        const sum = rows.reduce((total, one) => total + (one['dimension'] === dimension ? Number(one['value']) : 0), 0);
        return Math.max(sum, Number(row(metric)['value']));
      };
      const toText = ({ dimension, value }: Row) =>
        metric === 'reach' ? toShare(Number(value), whole(dimension)) : compact(Number(value));
      return rows.map((one) => `${parts[String(one['part'])]} ${toText(one)}`).toSorted();
    }),
    posts: posts.map((post) => [
      new Date(String(post['published_at'])).toLocaleDateString('en-US', {
        month: 'short',
        day: '2-digit',
        year: 'numeric',
        timeZone: 'UTC',
      }),
      whole(Number(post['reach'])),
      percent(Number(post['engagement_rate'])),
      Number(post['virality_score']).toFixed(1),
    ]),
    ages: ages.map(exact),
    notes: ages.map(({ age_group: age, followers }) =>
      ['F', 'M', 'U'].map((gender) => {
        const cell = shares('age_gender').find((one) => one['age_group'] === age && one['gender'] === gender);
        return `${((Number(cell?.['followers']) / Number(followers)) * 100).toFixed(2)}%`;
      }),
    ),
    gender: ['F', 'M', 'U'].map(
      (gender) => `${genders[gender]} ${exact(shares('gender').find((one) => one['gender'] === gender))}`,
    ),
    countries: shares('country').map(exact),
    hours: Array.from({ length: 42 }, (_, at) => Number(activity[(at % 7) * 6 + Math.floor(at / 7)]?.['posts'])),
  };
}

it.each([
  ['the last seven days, of which one is running', `from=${instagramDaysAgo(6)}&to=${instagramDaysAgo(0)}`],
  [
    'four closed weeks compared with last year',
    `from=${instagramDaysAgo(28)}&to=${instagramDaysAgo(1)}&compare=last-year`,
  ],
  ['ninety days', `from=${instagramDaysAgo(90)}&to=${instagramDaysAgo(1)}`],
])('exports an Overview with every value on screen for %s', async (_, range) => {
  const { page, complaints } = await newPage(browser);
  // High enough that every panel loads.
  await page.setViewportSize({ width: 1440, height: 4_000 });
  await signIn(page, tidemark.url, 'Maya Lindqvist');
  await page.goto(`${tidemark.url}/?${range}&rows=100`);

  // Values become more exact while the page is open, when windows that it requested are synced.
  await vi.waitFor(
    async () => {
      await expect.poll(() => page.locator('[data-skeleton], [data-refreshing]').count(), { timeout: 20_000 }).toBe(0);
      const file = await exportJson(page);
      const screen = await readScreen(page);
      const { posts, ...others } = expectScreen(file);
      expect(screen).toMatchObject({ ...others, posts: posts.slice(0, 100) });
      expect(posts.length).toBeGreaterThan(3);
    },
    { timeout: 90_000, interval: 2_000 },
  );
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('saves a chart as a picture', async () => {
  const { page } = await newPage(browser);
  await signIn(page, tidemark.url, 'Maya Lindqvist');

  await page.getByRole('button', { name: 'Export Views' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download PNG' }).click(),
  ]);

  const picture = await readFile(await file.path());
  expect(file.suggestedFilename()).toBe('tidemark-views.png');
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect(picture.readUInt32BE(16)).toBeGreaterThan(600);
  await page.context().close();
});

it.each([
  ['a heat map', 'Maya Lindqvist', '/best-time', 'Effect of the publishing time'],
  ['the bars of a card', 'Maya Lindqvist', '/', 'Followers'],
  ['media with their totals', 'Maya Lindqvist', '/', 'Recent media'],
  ['demographics', 'Maya Lindqvist', '/', 'Demographics'],
  ['audience activity', 'Maya Lindqvist', '/', 'Audience activity'],
  [
    'rings',
    'Olu Adeyemi',
    `/?tab=post-insights&from=${instagramDaysAgo(90)}&to=${instagramDaysAgo(1)}`,
    'Post Interaction Breakdown',
  ],
  [
    'a post with its picture',
    'Olu Adeyemi',
    `/?tab=post-insights&from=${instagramDaysAgo(90)}&to=${instagramDaysAgo(1)}`,
    'Top Post',
  ],
])('saves a picture of %s that matches the screen', async (_, person, path, title) => {
  const { page, complaints } = await newPage(browser);
  await page.setViewportSize({ width: 1440, height: 3_000 });
  await signIn(page, tidemark.url, person);
  await page.goto(`${tidemark.url}${path}`);
  await expect.poll(() => page.locator('[data-skeleton], [data-refreshing]').count(), { timeout: 20_000 }).toBe(0);

  await page.getByRole('button', { name: `Export ${title}`, exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download PNG' }).click(),
  ]);
  await page.mouse.move(0, 0);

  const card = page
    .locator('section')
    .filter({ has: page.getByRole('button', { name: `Export ${title}`, exact: true }) });
  const shown = await card.last().locator('[data-picture]').first().screenshot();
  expect(await compareWithChart(await readFile(await file.path()), shown)).toBeLessThan(12);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('operates the export menu by keyboard only', async () => {
  const { page } = await newPage(browser);
  await signIn(page, tidemark.url, 'Maya Lindqvist');

  await page.getByRole('button', { name: 'Export Followers' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Download Excel' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('ArrowDown');
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);

  expect(file.suggestedFilename()).toMatch(/^tidemark-3-accounts-figures-.*\.zip$/);
  await page.context().close();
});

/** Opens a reel that is young enough for a course over time. */
async function openReel(page: Page) {
  await page.goto(`${tidemark.url}/?from=${instagramDaysAgo(30)}&to=${instagramDaysAgo(3)}&rows=100`);
  const reel = page.locator('tr, [role="row"]').filter({ hasText: 'Reel' }).locator('a[href*="/post/"]').first();
  await page.goto(`${tidemark.url}${(await reel.getAttribute('href')) ?? ''}`);
}

interface ShownCard {
  title: string;
  person: string;
  open: (page: Page) => Promise<unknown>;
  panel: string;
  /** Elements of the card with its values. */
  shown: string;
  expected: (sections: Sections) => string[];
}

const score = ({ percentile }: Row) => (percentile === null ? [] : [String(Math.round(Number(percentile)))]);
const known = (rows: readonly Row[], ...names: string[]) =>
  rows.flatMap((row) => names.flatMap((name) => (row[name] == null ? [] : [Number(row[name])])));
const month = `from=${instagramDaysAgo(28)}&to=${instagramDaysAgo(1)}`;

it.each<ShownCard>([
  {
    title: 'Recent media',
    person: 'Maya Lindqvist',
    open: (page) => page.goto(`${tidemark.url}/?${month}`),
    panel: 'highlights',
    // Those further on are not rendered until they are scrolled to.
    shown: 'ul[aria-label="Recent media"] li:nth-child(-n+6) b',
    expected: ({ media = [] }) => known(media.slice(0, 6), 'reach', 'views', 'interactions').map(compact),
  },
  {
    title: 'Recent media',
    person: 'Maya Lindqvist',
    open: (page) => page.goto(`${tidemark.url}/?${month}`),
    panel: 'highlights',
    shown: 'section[aria-label="Totals"] dd > span:first-child',
    expected: ({ 'media-totals': rows = [] }) =>
      rows.map((row) => shownValue(row, row['metric'] === 'engagement-rate' ? percent : compact)),
  },
  {
    title: 'Scores',
    person: 'Maya Lindqvist',
    open: openReel,
    panel: 'post-scores',
    shown: 'li .num',
    expected: ({ 'post-scores': rows = [] }) => known(rows, 'value').map(whole),
  },
  {
    title: 'Latest reels by score',
    person: 'Maya Lindqvist',
    open: openReel,
    panel: 'post-ranking',
    shown: 'td .num b',
    expected: ({ 'post-ranking': rows = [] }) => rows.slice(0, 5).flatMap(score),
  },
  {
    title: 'Views side by side',
    person: 'Maya Lindqvist',
    open: (page) => page.goto(`${tidemark.url}/compare?${month}`),
    panel: 'compared-multiples',
    shown: 'li p > span:last-child',
    expected: ({ days = [] }) => {
      const stored = days.filter(({ period, value }) => period === 'current' && value !== null);
      const means = [...Map.groupBy(stored, (row) => row['account_id']).values()].map(
        (rows) => known(rows, 'value').reduce((sum, one) => sum + one, 0) / rows.length,
      );
      return means.toSorted((one, other) => other - one).map((mean) => `${compact(mean)} a day`);
    },
  },
  {
    title: 'Opportunities to Test',
    person: 'Olu Adeyemi',
    open: (page) => page.goto(`${tidemark.url}/?tab=post-insights&${month}`),
    panel: 'opportunities',
    shown: 'h3',
    expected: ({ 'insight-opportunities': rows = [] }) =>
      Array.from(new Set(rows.map((row) => row['opportunity']))).map(() => expect.any(String)),
  },
])("exports $title with its card's values: $shown", async ({ title, person, open, panel, shown, expected }) => {
  const { page, complaints } = await newPage(browser);
  await page.setViewportSize({ width: 1440, height: 4_000 });
  await signIn(page, tidemark.url, person);
  await open(page);

  await vi.waitFor(
    async () => {
      await expect.poll(() => page.locator('[data-skeleton], [data-refreshing]').count(), { timeout: 20_000 }).toBe(0);
      const file = await exportJson(page, `Export ${title}`);
      const texts = await page.locator(`[data-panel="${panel}"]`).locator(shown).allInnerTexts();
      expect(texts.length).toBeGreaterThan(0);
      expect(texts).toEqual(expected(file));
    },
    { timeout: 60_000, interval: 2_000 },
  );
  expect(complaints).toEqual([]);
  await page.context().close();
});
