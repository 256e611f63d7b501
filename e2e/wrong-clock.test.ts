import { expect, it } from 'vitest';
import { newPage, signIn } from './browser.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

it('shows the server’s days on a computer whose clock is two days ahead, and reports it once', async () => {
  const right = await newPage(browser);
  await signIn(right.page, `${tidemark.url}/?preset=last-7-days`, 'Maya Lindqvist');
  const { page, complaints } = await newPage(browser);
  await page.addInitScript(() => {
    const real = Date.now.bind(Date);
    const ahead = 2 * 86_400_000;
    globalThis.Date = class extends Date {
      static override now = () => real() + ahead;
      constructor(...given: unknown[]) {
        super(...((given.length === 0 ? [real() + ahead] : given) as [number]));
      }
    } as DateConstructor;
  });
  const days = (from: typeof page) => {
    const asked = from.waitForRequest((request) => request.postData()?.includes('cStart') ?? false);
    return asked.then((request) => /"cStart":"([^"]+)","cEnd":"([^"]+)"/.exec(request.postData() ?? '')?.slice(1));
  };

  const expected = days(right.page);
  await right.page.goto(`${tidemark.url}/?preset=last-7-days`);
  const shown = days(page);
  await signIn(page, `${tidemark.url}/?preset=last-7-days`, 'Maya Lindqvist');

  const notice = page.getByRole('region', { name: 'This computer’s clock' });
  await notice.waitFor();
  expect(await notice.textContent()).toContain('Your computer’s clock is 2 days ahead.');
  expect(await shown).toEqual(await expected);
  await page.getByRole('button', { name: /^Synced (just now|\d+ (minute|hour)s? ago)/ }).waitFor();
  expect(complaints).toEqual([]);
  for (const { page: opened } of [right, { page }]) await opened.context().close();
});
