import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { movePointer, newPage, signIn, waitForApp, waitForView } from './browser.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

it('renders the frame with names before the app loads, and shifts nothing when its data arrives', async () => {
  for (const options of [
    { viewport: { width: 1440, height: 900 } },
    { viewport: { width: 390, height: 844 }, userAgent: 'Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0' },
  ]) {
    const { viewport } = options;
    const { page, complaints } = await newPage(browser, options);
    await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
    // The browser now knows the headline's height.
    await page.locator('main header:has(h1):not([data-waiting])').waitFor();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const loading = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await loading.promise;
      await route.continue();
    });

    const figures = Promise.withResolvers<void>();
    await page.route('**/api/v1/batch', async (route) => {
      await figures.promise;
      await route.continue();
    });

    // As after signing in: the server does not know the window yet.
    await waitForView(page);
    await page.context().clearCookies({ name: 'tidemark_view' });
    await page.reload({ waitUntil: 'commit' });
    await page.locator('[data-metric=followers][data-state=loading]').waitFor();
    await page.waitForFunction(() => getComputedStyle(document.body).margin === '0px');
    await page.evaluate(loadFonts);
    await page.evaluate(countLayoutShifts);
    const before = await findPlaces(page);
    loading.resolve();
    await waitForApp(page);
    const withApp = await findPlaces(page);
    figures.resolve();
    await page.locator('#root [data-metric=followers][data-state=value]').waitFor();
    await page.locator('#root main header:has(h1):not([data-waiting])').waitFor();
    const withFigures = await findPlaces(page);
    const shifted = await page.evaluate(() => Reflect.get(globalThis, 'layoutShift'));

    expect(before.get('Virality Score')).toBeDefined();
    expect(before.has('Maya Lindqvist')).toBe(viewport.width > 1000);
    expect(listMoved(before, withApp)).toEqual([]);
    expect(listMoved(before, withFigures)).toEqual([]);
    expect(shifted).toBeLessThan(0.01);
    expect(complaints).toEqual([]);
    await page.context().close();
  }
});

it('draws distant panels once the user moves the pointer, or scrolls near', async () => {
  for (const use of [
    (page: Page) => page.mouse.move(2, 2),
    (page: Page) => page.getByRole('heading', { name: 'Recent media' }).scrollIntoViewIfNeeded(),
  ]) {
    const { page } = await newPage(browser);
    await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
    const isDrawn = () => page.locator('[data-panel=highlights] li').first().isVisible();
    await page.getByRole('heading', { name: 'Recent media' }).waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');

    expect(await isDrawn()).toBe(false);
    await use(page);

    await expect.poll(isDrawn).toBe(true);
    await page.context().close();
  }
});

it('lays out a distant panel when scrolled near, and shows it complete', async () => {
  const { page } = await newPage(browser);
  await page.setViewportSize({ width: 1024, height: 600 });
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  const panel = page.locator('[data-panel=highlights]');
  await movePointer(page);
  await panel.locator('li').first().waitFor({ state: 'attached' });
  const isLaidOut = () => panel.evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true }));

  expect(await isLaidOut()).toBe(false);
  await panel.scrollIntoViewIfNeeded();

  await expect.poll(isLaidOut).toBe(true);
  await page.context().close();
});

it('loads each script once, and the first as a classic script', async () => {
  const { page, complaints } = await newPage(browser);
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  await page.getByRole('link', { name: 'Posts', exact: true }).click();
  await page.getByRole('grid').first().waitFor();

  const { first, loaded } = await page.evaluate(() => ({
    first: [...document.querySelectorAll<HTMLScriptElement>('script[src]')].map(({ type, src }) => ({ type, src })),
    loaded: performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])),
  }));

  expect(first).toEqual([{ type: '', src: expect.stringMatching(/\/assets\/first-[\w-]+\.js$/) }]);
  expect(loaded.length).toBeGreaterThan(2);
  expect(loaded.filter((name, index) => loaded.indexOf(name) !== index)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('creates no formatter during code evaluation, because the first one is slow', async () => {
  const { page } = await newPage(browser);
  await page.addInitScript(() => {
    const made: string[] = [];
    Reflect.set(globalThis, 'formattersMade', made);
    for (const name of ['NumberFormat', 'DateTimeFormat', 'RelativeTimeFormat', 'ListFormat'] as const)
      Reflect.set(
        Intl,
        name,
        new Proxy(Intl[name], {
          construct(target, args, newTarget) {
            // Nothing is in the page before the app has been evaluated.
            if (!document.querySelector('#root > *')) made.push(name);
            return Reflect.construct(target, args, newTarget) as object;
          },
        }),
      );
  });
  await page.goto(`${tidemark.url}/sign-in?signIn=failed`);
  await page.locator('main').waitFor();

  expect(await page.evaluate(() => Reflect.get(globalThis, 'formattersMade'))).toEqual([]);
  await page.context().close();
});

/**
 * Runs in the page. The fallback is one of the machine's fonts; it may have none of these names, and cannot be loaded
 * then.
 */
async function loadFonts(): Promise<void> {
  const served = [...document.fonts].filter(({ family }) => !family.includes('Text Fallback'));
  await Promise.all(served.map((face) => face.load()));
}

function countLayoutShifts() {
  Reflect.set(globalThis, 'layoutShift', 0);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      Reflect.set(globalThis, 'layoutShift', Reflect.get(globalThis, 'layoutShift') + Reflect.get(entry, 'value'));
  }).observe({ type: 'layout-shift' });
}

/** Returns the positions of texts that the frame and the app have in common. */
async function findPlaces(page: Page): Promise<Places> {
  const texts = [
    'Maya Lindqvist',
    'Fjordlys Outdoor',
    'Feedback',
    'Instagram',
    'Followers',
    'Virality Score',
    'How often your content was played or shown',
  ];
  const found = await page.evaluate((wanted) => {
    const leaves = [...document.querySelectorAll('p, h1, h2, h3, span, button')].filter(
      (one) => one.checkVisibility() && wanted.includes(one.textContent) && one.childElementCount === 0,
    );
    return leaves.map((one) => {
      // A title's box grows when it becomes a button; its text stays.
      const { x, y, height } = one.getBoundingClientRect();
      return [one.textContent, [x, y + height / 2]] as [string, [number, number]];
    });
  }, texts);
  return new Map(found.toReversed());
}

type Places = ReadonlyMap<string, [x: number, y: number]>;

function listMoved(before: Places, after: Places): string[] {
  return [...before].flatMap(([text, [x, y]]) => {
    const [newX, newY] = after.get(text) ?? [Number.NaN, Number.NaN];
    return Math.abs(newX - x) <= 2 && Math.abs(newY - y) <= 2 ? [] : [`${text}: ${x}, ${y} to ${newX}, ${newY}`];
  });
}
