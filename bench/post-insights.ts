import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { addDays, aggregateMedia, getMedia, getOpportunities, mediaMetricNames } from '@tidemark/contract';
import { launchBrowser, newPage, signIn } from '../e2e/browser.ts';
import { fill } from './fill.ts';
import { toMediaId } from './made-figures.ts';
import { count, median, milliseconds, printTable, ratio, timed } from './report.ts';
import { startParts } from './start-parts.ts';

const posts = 5000;
const days = 90;
const rounds = 15;
const app = await startParts({ work: false });

const yesterday = addDays(new Date().toISOString().slice(0, 10), -1);
const from = addDays(yesterday, 1 - days);
const startDate = `${from}T00:00:00.000Z`;
const endDate = `${yesterday}T23:59:59.999Z`;

async function medianDuration(step: () => Promise<unknown>): Promise<number> {
  await step();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timed(step));
  return median(times);
}

/** Measures main-thread time for one mouse move over the points, or one step on the strip. */
async function work(page: Page, times: number, step: (index: number) => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const worked = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  const before = await worked();
  for (let index = 0; index < times; index += 1) await step(index);
  const spent = (await worked()) - before;
  await session.detach();
  return (spent * 1000) / times;
}

try {
  const client = await app.as('olu@sandbox.test');
  const { user } = await client.load();
  await client.setPlan(user._id, 'agency');
  const { accountIds } = await fill(app.address, user._id, { accounts: 1, days, postsEach: posts });
  const body = { startDate, endDate, accountIds, metricNames: [...mediaMetricNames] };
  const three = [7, 70, 700].map((post) => toMediaId(0, post));

  const anchor = await medianDuration(() =>
    sql`select sum(reach) from media_day where account_id = ${accountIds[0]} and day >= ${from} and day <= ${yesterday}`.execute(
      app.db,
    ),
  );
  const calls: [string, () => Promise<unknown>][] = [
    ['all media', () => client.call(aggregateMedia, { body: { ...body, mediaIds: null } })],
    ['three selected', () => client.call(aggregateMedia, { body: { ...body, mediaIds: three } })],
    ['opportunities', () => client.call(getOpportunities, { body: { endDate, accountIds, mediaIds: null } })],
    [
      'a page of the strip',
      () =>
        client.call(getMedia, {
          body: {
            isoStart: startDate,
            isoEnd: endDate,
            accountIds,
            platform: 'instagram_media',
            filterMode: 'combined',
          },
        }),
    ],
  ];
  const rows = [['anchor: sum(reach) of the days, in the database', milliseconds(anchor), '']];
  for (const [name, call] of calls) {
    const time = await medianDuration(call);
    rows.push([name, milliseconds(time), ratio(time, anchor)]);
  }
  printTable(`post-insights: ${count(posts)} media, ${days} days, through HTTP`, ['', 'p50', 'to the anchor'], rows);

  const browser = await launchBrowser();
  try {
    const { page } = await newPage(browser);
    await signIn(page, `${app.url}/`, 'Olu Adeyemi');
    const address = `${app.url}/?tab=post-insights&from=${from}&to=${yesterday}`;
    const chart = page.getByRole('figure', { name: `Post Performance: ${posts} points` });
    const cards = page.getByRole('list', { name: 'Media' }).getByRole('button');
    const shown = await timed(async () => {
      await page.goto(address);
      await chart.waitFor();
      await cards.first().waitFor();
    });
    const box = await chart.boundingBox();
    if (!box) throw new Error('The chart has no place on the page');
    const hover = await work(page, 60, (index) =>
      page.mouse.move(box.x + box.width * (0.3 + index / 200), box.y + box.height * (0.4 + (index % 7) / 40)),
    );
    await page.getByRole('button', { name: /^Media/ }).click();
    await cards.first().focus();
    const step = await work(page, 60, () => page.keyboard.press('ArrowRight'));
    printTable(
      `post-insights: ${count(posts)} media in headless Chromium`,
      ['', ''],
      [
        ['points and strip shown after', milliseconds(shown)],
        ['cards in the page', count(await cards.count())],
        ['work for a move over the points', milliseconds(hover)],
        ['work for a step along the strip', milliseconds(step)],
      ],
    );
  } finally {
    await browser.close();
  }
} finally {
  await app.close();
}
