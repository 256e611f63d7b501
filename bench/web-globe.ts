import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { readProcessorSeconds } from './processor-time.ts';

const secondsEach = 6;

/** Returns CPU seconds for the pages' main threads, which Linux reports per thread. */
async function mainThreadSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  const seconds = await Promise.all(pages.map(({ id }) => readProcessorSeconds(id, id)));
  return seconds.reduce((sum, count) => sum + count, 0);
}

async function share(browser: Browser): Promise<number> {
  const [before, started] = [await mainThreadSeconds(browser), performance.now()];
  await sleep(secondsEach * 1000);
  return ((await mainThreadSeconds(browser)) - before) / ((performance.now() - started) / 1000);
}

/** Measures the rotating globe's main-thread cost, compared with the same page with the globe off-screen. */
export async function measureGlobe(
  browser: Browser,
  page: Page,
  url: string,
): Promise<{ off: number; turning: number }> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(url);
  const globe = page.locator('[data-panel=demographics] canvas');
  await globe.waitFor({ timeout: 30_000 });
  await page.evaluate(() => scrollTo(0, 0));
  await sleep(2000);
  const off = await share(browser);
  await globe.evaluate((canvas) => canvas.scrollIntoView({ block: 'center' }));
  await sleep(1000);
  return { off, turning: await share(browser) };
}
