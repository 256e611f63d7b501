import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listViolations } from './axe.ts';
import { launchBrowser, movePointer, newPage, signIn } from './browser.ts';
import { listCoveredTitles } from './covered-titles.ts';
import { listCutCells } from './cut-cells.ts';
import { applyStyle, describeDifference, takeFingerprint } from './fingerprint.ts';
import { FingerprintStore } from './fingerprint-store.ts';
import { haveScreensChanged } from './screen-sources.ts';
import { screens, type Screen } from './screens.ts';
import { browser, tidemark, setUpOwnTidemark } from './seeded-tidemark.ts';

setUpOwnTidemark();
const fingerprints = new FingerprintStore();

afterAll(() => fingerprints.save());

const toVisits = (listed: Screen[]) =>
  [...Map.groupBy(listed, ({ person }) => person)].map(([person, theirs]) => ({
    person,
    theirs,
  }));
/** Each page once; `screens` has some of them in several states. */
const pages = [...new Map(screens.toReversed().map((screen) => [screen.path, screen])).values()];
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
/** Some sizes make cards and columns narrower than in smaller windows. */
const allSizes = [
  phone,
  { width: 600, height: 960 },
  { width: 700, height: 960 },
  { width: 900, height: 700 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
  desktop,
  { width: 1536, height: 864 },
  { width: 1680, height: 1050 },
  { width: 1920, height: 1080 },
];
/** Comparing every screen, and every size, takes minutes; an unchanged web app can differ only by its data. */
const isThorough = haveScreensChanged() || process.env['TEST_ALL'] !== undefined;
const sizes = isThorough ? allSizes : [phone, desktop];
/** Combinations in which axe looks at each page: each size and each theme, and in the long run all pairs. */
const looks = [
  { size: desktop, colorScheme: 'light' },
  { size: phone, colorScheme: 'dark' },
  ...(process.env['TEST_ALL']
    ? ([
        { size: desktop, colorScheme: 'dark' },
        { size: phone, colorScheme: 'light' },
      ] as const)
    : []),
] as const;

/** Opens a page and waits until it is drawn, also below the window. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(tidemark.url + path);
  await movePointer(page);
  // The bell of the alerts appears seconds after the page.
  await applyStyle(
    page,
    `*, *::before, *::after { transition: none !important; content-visibility: visible !important; }
    [aria-label^=Alerts] { display: none !important; }`,
  );
  await untilDrawn(page);
}

async function show(page: Page, size: typeof desktop, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await untilDrawn(page);
}

async function untilDrawn(page: Page): Promise<void> {
  // Colours that are still changing have a contrast of their own.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.waitForFunction(() => !document.querySelector('main [data-skeleton], main [aria-busy=true]'));
}

it.each(toVisits(screens))(
  'the pages of $person look as they did, have no axe violations and hide no text',
  async ({ person, theirs }) => {
    const { page } = await newPage(browser);
    await signIn(page, tidemark.url, person);

    const found: Record<string, string[]> = {};
    const changed: string[] = [];
    const hidden: Record<string, string[]> = {};
    for (const { name, path, hasVaryingLength } of theirs) {
      await visit(page, path);
      for (const { size, colorScheme } of looks) {
        await show(page, size, colorScheme);
        const violations = await listViolations(page);
        if (violations.length > 0) found[`${path} in ${colorScheme} at ${size.width} pixels`] = violations;
      }
      for (const size of hasVaryingLength || !isThorough ? [] : [phone, desktop]) {
        await show(page, size, 'light');
        const difference = await fingerprints.compare(`${name} ${size.width}`, await takeFingerprint(page));
        if (difference) changed.push(`${name} at ${size.width} pixels: ${difference}`);
      }
      for (const size of sizes) {
        await show(page, size, 'light');
        const texts = [...(await listCutCells(page)), ...(await listCoveredTitles(page))];
        if (texts.length > 0) hidden[`${path} at ${size.width} pixels`] = texts;
      }
    }

    expect(found).toEqual({});
    expect(hidden).toEqual({});
    expect(changed.join('\n\n')).toBe('');
    await page.context().close();
  },
  // Maya has 16 pages, each in several sizes and schemes: more than two minutes on two busy cores.
  300_000,
);

describe('with text at 200 %', () => {
  let large: Browser;
  beforeAll(async () => {
    large = await launchBrowser(['--blink-settings=defaultFontSize=32']);
  });
  afterAll(() => large.close());

  it.each(toVisits(pages))("$person's pages fit the window's width", async ({ person, theirs }) => {
    const { page } = await newPage(large);
    await signIn(page, tidemark.url, person);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');

    const tooWide: string[] = [];
    for (const { path } of theirs) {
      await visit(page, path);
      for (const size of [desktop, phone]) {
        await page.setViewportSize(size);
        const fits = await page
          .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, undefined, { timeout: 5000 })
          .catch(() => null);
        if (!fits) tooWide.push(`${path} at ${size.width}`);
      }
    }

    expect(tooWide).toEqual([]);
    await page.context().close();
  });
});

it('detects a missing card, and ignores differences in font rendering', async () => {
  const { page } = await newPage(browser);
  await signIn(page, tidemark.url, 'Maya Lindqvist');
  await visit(page, '/');
  const whole = await takeFingerprint(page);
  await applyStyle(page, '* { text-rendering: geometricPrecision; font-kerning: none; -webkit-text-stroke: 0.2px; }');
  expect(describeDifference(whole, await takeFingerprint(page))).toBeNull();
  await applyStyle(page, '[data-metric=followers] { visibility: hidden; }');
  expect(describeDifference(whole, await takeFingerprint(page))).toContain('cells differ');
  await applyStyle(page, '[data-panel=highlights] { display: none; }');
  expect(describeDifference(whole, await takeFingerprint(page))).toContain('shorter');
  await page.context().close();
});

it('reaches the posts search from the top of the page in 12 tab stops', async () => {
  const { page } = await newPage(browser);
  await signIn(page, tidemark.url, 'Ines Duarte');
  await visit(page, '/');
  const search = page.getByPlaceholder('Search caption');
  await search.waitFor();
  const isFocused = () => search.evaluate((field) => field === document.activeElement);

  let stops = 0;
  while (!(await isFocused()) && stops < 12) {
    await page.keyboard.press('Tab');
    stops += 1;
    const focused = await page.evaluate(() => document.activeElement?.textContent ?? '');
    if (focused.startsWith('Skip to')) await page.keyboard.press('Enter');
  }

  expect(await isFocused()).toBe(true);
  await page.context().close();
});

it("has one tab stop each for the panel's networks and accounts", async () => {
  const { page } = await newPage(browser);
  await signIn(page, tidemark.url, 'Ines Duarte');
  await visit(page, '/');
  const panel = page.getByRole('complementary', { name: 'Side panel' });
  const countStops = (group: string) =>
    panel.locator(group).evaluate((element) => element.querySelectorAll('[data-roving][tabindex="0"]').length);

  expect(await countStops('[role=toolbar][aria-label=Network]')).toBe(1);
  expect(await countStops('[role=grid]')).toBe(1);
  await panel.getByRole('switch').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.waitForURL(/accounts=/);
  await expect.poll(() => panel.getByRole('switch', { checked: true }).count()).toBe(24);
  await page.context().close();
});

it.each([
  { person: 'Maya Lindqvist', path: '/', height: 600 },
  { person: 'Ines Duarte', path: '/', height: 600 },
  { person: 'Olu Adeyemi', path: '/', height: 480 },
  { person: 'Olu Adeyemi', path: '/system/users', height: 480 },
])(
  'reaches all of the side panel of $person on $path in a window of $height pixels',
  async ({ person, path, height }) => {
    const { page } = await newPage(browser);
    await page.setViewportSize({ width: 1366, height });
    await signIn(page, tidemark.url, person);
    await visit(page, path);
    const panel = page.getByRole('complementary', { name: 'Side panel' });

    const parts = await panel
      .locator(':scope > *')
      .evaluateAll((all) =>
        all.map((part) => ({ top: part.getBoundingClientRect().top, bottom: part.getBoundingClientRect().bottom })),
      );
    for (const [index, { top }] of parts.slice(1).entries())
      expect(top).toBeGreaterThanOrEqual(parts[index]?.bottom ?? Infinity);
    const shown = await panel.getByRole('grid').evaluateAll((grids) => grids.map(({ clientHeight }) => clientHeight));
    for (const rows of shown) expect(rows).toBeGreaterThan(40);
    expect(shown).toHaveLength(path === '/' ? 1 : 0);
    await panel.getByRole('button', { name: person }).scrollIntoViewIfNeeded();
    const end = await panel.getByRole('button', { name: person }).boundingBox();
    expect((end?.y ?? Infinity) + (end?.height ?? 0)).toBeLessThanOrEqual(height);
    await page.context().close();
  },
);

it('shows bars, swatches, heatmap and approximations in forced colours', async () => {
  const { page } = await newPage(browser);
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await signIn(page, tidemark.url, 'Maya Lindqvist');
  await visit(page, '/');
  const toColor = (element: Element) => getComputedStyle(element).backgroundColor;
  const canvas = await page.locator('body').evaluate(toColor);

  for (const mark of ['[data-bar=recent]', '[data-metric=views] li [style*=background]', 'td[data-step="5"]']) {
    await page.locator(mark).first().waitFor({ state: 'attached' });
    expect(await page.locator(mark).first().evaluate(toColor), mark).not.toBe(canvas);
  }
  const sign = await page
    .locator('[data-metric=reach] [aria-label*=approximate i]')
    .first()
    .evaluate((dot) => getComputedStyle(dot, '::before').content);
  expect(sign).toBe('"≈"');
  const selected = page.locator('label:has(:checked)').first();
  expect(await selected.evaluate((label) => getComputedStyle(label).outlineStyle)).toBe('solid');
  await page.context().close();
});

it('opens and closes each header menu by keyboard without errors', async () => {
  const { page, complaints } = await newPage(browser);
  await signIn(page, tidemark.url, 'Maya Lindqvist');
  await visit(page, '/');
  const buttons = page.getByRole('banner').locator('[popovertarget]:not([aria-label^=Alerts])');

  for (const button of await buttons.all()) {
    await button.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Escape');
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  }

  expect(await buttons.count()).toBe(4);
  expect(complaints).toEqual([]);
  await page.context().close();
});
