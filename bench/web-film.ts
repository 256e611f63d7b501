import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { isDrawn } from './web-interactions.ts';

export const everyMillis = 50;
/** Until nothing is loading. */
const minSeconds = 1;
const maxSeconds = 30;
const folder = path.join(import.meta.dirname, '../screenshots/film');

/** Opens a page in an empty tab, and saves one picture that shows it every 50 ms since the navigation started. */
export async function film(browser: Browser, page: Page, name: string, open: () => Promise<unknown>): Promise<string> {
  // The last page would be shown until the next one is painted.
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  const frames: { at: number; data: string }[] = [];
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ at: (metadata.timestamp ?? 0) * 1000, data });
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 60, maxWidth: 480, maxHeight: 480 });
  await open();
  const timeout = maxSeconds * 1000;
  await page.waitForFunction((millis) => performance.now() > millis, minSeconds * 1000, { timeout });
  await page.waitForFunction(isDrawn, null, { timeout });
  const ended = await page.evaluate(() => performance.now());
  const started = await page.evaluate(() => performance.timeOrigin);
  await session.send('Page.stopScreencast');
  await session.detach();
  const shown = Array.from({ length: Math.ceil(ended / everyMillis) + 1 }, (_, index) => {
    const at = index * everyMillis;
    return { at, data: frames.findLast((frame) => frame.at <= started + at)?.data };
  });
  return save(browser, name, shown);
}

async function save(
  browser: Browser,
  name: string,
  shown: { at: number; data: string | undefined }[],
): Promise<string> {
  const page = await browser.newPage({ viewport: { width: 1500, height: 900 } });
  const cells = shown.map(
    ({ at, data }) => `<figure>${at} ms<br>${data ? `<img src="data:image/jpeg;base64,${data}">` : ''}</figure>`,
  );
  await page.setContent(
    `<style>body{display:flex;flex-wrap:wrap;gap:8px;font:12px sans-serif}figure{margin:0}img{max-height:260px;max-width:290px}</style>${cells.join('')}`,
  );
  const file = path.join(folder, `${name}.png`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, await page.screenshot({ fullPage: true }));
  await page.close();
  return file;
}
