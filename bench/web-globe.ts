import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';

const secondsEach = 6;
const ticksPerSecond = 100;

/** CPU seconds of the pages' main threads, which Linux reports per thread. */
async function mainThreadSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  const ticks = await Promise.all(
    pages.map(async ({ id }) => {
      const stat = await readFile(`/proc/${id}/task/${id}/stat`, 'utf8');
      // The name in brackets may contain spaces: fields are counted from the bracket that closes it.
      const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
      return Number(fields[11]) + Number(fields[12]);
    }),
  );
  return ticks.reduce((sum, count) => sum + count, 0) / ticksPerSecond;
}

async function share(browser: Browser): Promise<number> {
  const [before, started] = [await mainThreadSeconds(browser), performance.now()];
  await sleep(secondsEach * 1000);
  return ((await mainThreadSeconds(browser)) - before) / ((performance.now() - started) / 1000);
}

/** The main-thread cost of the rotating globe, compared with the same page with the globe off-screen. */
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
