import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { chromium, type Browser, type Page } from 'playwright-core';

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** A Chromium on this machine, or the one from an npm package. */
export async function launchBrowser(extra: string[] = []): Promise<Browser> {
  const found = installed.find((file) => existsSync(file));
  return chromium.launch(
    found
      ? { executablePath: found, args: [...quiet, ...extra] }
      : {
          executablePath: await sparticuz.executablePath(),
          args: [...sparticuz.args.filter(isForMany), ...quiet, ...extra],
        },
  );
}

/** As a single process, Chromium exits with the first context that is closed. */
function isForMany(argument: string): boolean {
  return argument !== '--single-process';
}

/** A page that records the browser's errors; tests expect none. */
export async function newPage(browser: Browser): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    timezoneId: 'UTC',
    locale: 'en-US',
    reducedMotion: 'reduce',
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

/** The page sends each call alone, as to a server of an earlier version, so that a test can change its answer. */
export async function withoutBatches(page: Page): Promise<void> {
  await page.route('**/api/v1/batch', (route) => route.fulfill({ status: 404, json: {} }));
}
