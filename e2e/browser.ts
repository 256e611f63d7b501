import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { clockOffsetMillis, shiftDate } from '../tools/test-clock.ts';

/** Fallbacks for systems without a browser in the npm package. */
const installed = ['/usr/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * Launches the headless shell from npm, so that every machine tests with the same version. It draws a page in a fifth
 * of the time that a whole Chromium takes, which also renders its own window. The package's own arguments disable web
 * security.
 */
export async function launchBrowser(extra: string[] = [], executablePath?: string): Promise<Browser> {
  const hasShell = process.platform === 'linux' && process.arch === 'x64';
  const browser = await chromium.launch({
    executablePath:
      executablePath ?? (hasShell ? await sparticuz.executablePath() : installed.find((file) => existsSync(file))),
    args: [...quiet, ...extra],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    // A worker's requests would escape the journeys that answer requests themselves.
    const context = await newContext({ serviceWorkers: 'block', ...options });
    if (clockOffsetMillis !== 0) await context.addInitScript(shiftDate, clockOffsetMillis);
    return context;
  };
  return browser;
}

/** Opens a page that records the browser's errors; tests expect none. */
export async function newPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    timezoneId: 'UTC',
    locale: 'en-US',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
}

export async function signIn(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().click();
  await page.waitForURL((address) => address.href.startsWith(url) && !address.pathname.startsWith('/login'));
}

/** Moves the pointer once the app is drawn: panels further down the Overview wait until the user does something. */
export async function movePointer(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.mouse.move(2, 2);
  await page.mouse.move(3, 3);
}

/** Waits until the app has drawn the page, or taken over what the server had drawn. */
export async function waitForApp(page: Page): Promise<void> {
  await page.waitForFunction(() => !('tidemarkClicks' in window));
}

/** Waits until the browser has told the server its window, for which later pages are drawn with figures. */
export async function waitForView(page: Page): Promise<void> {
  await page.waitForFunction(() => document.cookie.includes('tidemark_view='));
}

/** Makes the page send each call alone, as to an earlier server version, so that a test can change its answer. */
export async function withoutBatches(page: Page): Promise<void> {
  await page.route('**/api/v1/batch', (route) => route.fulfill({ status: 404, json: {} }));
}
