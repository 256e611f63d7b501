import { sql } from 'kysely';
import type { Browser } from 'playwright-core';
import { newPage, signIn } from '../e2e/browser.ts';
import { daysAgo } from '../apps/server/test/program/world.ts';
import { fill } from './fill.ts';
import { startParts } from './start-parts.ts';
import { moving } from './web-loads.ts';

const extent = { accounts: 25, days: 365, postsEach: 200 };
export const toRange = (days: number) => `from=${daysAgo(days)}&to=${daysAgo(1)}`;

/**
 * Starts a Tidemark with 25 accounts, 365 days and 5,000 posts: Ines has linked all accounts, the operator Olu three.
 */
export async function startFleet(distance?: { databaseMillis: number; sandboxMillis: number }) {
  const app = await startParts({ work: false, distance });
  const [ines, olu] = [await app.as('ines@sandbox.test'), await app.as('olu@sandbox.test')];
  const [{ user: first }, { user: second }] = [await ines.load(), await olu.load()];
  for (const { _id } of [first, second]) await olu.setPlan(_id, 'agency');
  const { accountIds } = await fill(app.address, first._id, extent);
  await sql`insert into account_ref (user_id, account_id, type)
    select ${second._id}, unnest(${accountIds.slice(0, 3)}::text[]), 'instagram_account'`.execute(app.db);
  return {
    app,
    toUrl: (days: number) => `${app.url}/?${toRange(days)}`,
    /** Opens a page with this person signed in. */
    async open(browser: Browser, name: 'Ines Duarte' | 'Olu Adeyemi') {
      const { page } = await newPage(browser, moving);
      await signIn(page, `${app.url}/`, name);
      await page.locator('#root [data-metric=followers][data-state=value]').waitFor({ timeout: 60_000 });
      return page;
    },
    close: () => app.close(),
  };
}
