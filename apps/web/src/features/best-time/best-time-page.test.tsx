import type { BestTime, PublishingHour } from '@tidemark/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { account, refused, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { BestTimePage } from './best-time-page.tsx';

const second = { ...account, _id: '17841400000002', metadata: { ...account.metadata, name: 'Theo Okafor' } };
const thursday6pm = 4 * 24 + 18;
const hours = Array.from({ length: 168 }, (_, at): PublishingHour => {
  if (at === thursday6pm) return { posts: 4, evidence: 9.4, effect: { percent: 32.4, low: 10.2, high: 57.9 } };
  if (at === 0) return { posts: 0, evidence: 0.2, effect: null };
  return { posts: 1, evidence: 5, effect: { percent: -8, low: -20, high: 6 } };
});
const suggestion = { weekday: 4, hour: 18, posts: 4, evidence: 9.4, percent: 32.4, low: 10.2, high: 57.9 };
const online = {
  days: 21,
  followers: Array.from({ length: 168 }, (_, at) => (at === 5 ? null : 1_000 + at)),
};
const answer: BestTime = {
  answer: { level: 'clear', weekday: 4, hour: 18 },
  series: [],
  posts: 131,
  basis: { measured: 90, lifetime: 41 },
  hours,
  suggestions: [suggestion],
  online,
};
const few: BestTime = {
  answer: null,
  series: [],
  posts: 12,
  basis: { measured: 0, lifetime: 12 },
  hours: null,
  suggestions: [],
  online: null,
};
const shownIn = (cell: HTMLElement) => cell.querySelector('[aria-hidden=true]')?.textContent;
const grid = (name: RegExp) => screen.findByRole('table', { name });

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

it('says when posts do best, by how much, and how certain that is', async () => {
  await renderAnalytics(<BestTimePage />, { 'media/best-time': answer });

  const sentence = (await screen.findByText('32% more', { selector: 'em' })).closest('p');
  expect(sentence?.textContent).toBe('Posts on Thursdays at 6 PM get about 32% more interactions in 48 hours.');
  expect(sentence?.nextElementSibling?.textContent).toBe(
    'Compared with the average of 131 posts: 90 measured at 48 hours, 41 estimated from later totals. 80% interval: +10% to +58%.',
  );
  expect(screen.getByText('+10% to +58%, from 4 posts then and 5 at similar times')).toBeTruthy();
});

it('explains each hour with its interval and its posts, and leaves hours without evidence blank', async () => {
  await renderAnalytics(<BestTimePage />, { 'media/best-time': answer });
  const effects = within(await grid(/Interactions compared/));

  const best = effects.getByRole('button', { name: /^Thursday, 6 PM–7 PM/ });
  fireEvent.focus(best);

  expect(shownIn(best)).toBe('+32');
  expect(
    screen.getByText(/80% interval \+10% to \+58%\. 4 posts in this hour; .* rests on 9 /, { selector: 'p' }),
  ).toBeTruthy();
  expect(shownIn(effects.getByRole('button', { name: /^Sunday, 12 AM–1 AM: too few posts/ }))).toBe('');
});

it('moves between hours with the arrow keys', async () => {
  await renderAnalytics(<BestTimePage />, { 'media/best-time': answer });
  const effects = within(await grid(/Interactions compared/));

  fireEvent.keyDown(effects.getByRole('button', { name: /^Thursday, 6 PM/ }), { key: 'ArrowRight' });
  expect(document.activeElement?.textContent).toMatch(/^Thursday, 7 PM/);
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowUp' });

  expect(document.activeElement?.textContent).toMatch(/^Wednesday, 7 PM/);
});

it('shows followers online, and distinguishes missing hours', async () => {
  await renderAnalytics(<BestTimePage />, { 'media/best-time': answer });
  const followers = within(await grid(/Followers online/));

  expect(screen.getByText(/Average of 21 of the last 28 days/)).toBeTruthy();
  expect(followers.getByRole('button', { name: /^Sunday, 5 AM–6 AM: Instagram reported nothing/ })).toBeTruthy();
  expect(shownIn(followers.getByRole('button', { name: /^Saturday, 11 PM–12 AM: 1,167 followers/ }))).toBe('1.2k');
});

it('combines three hours on a phone, by their posts', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      Object.assign(new EventTarget(), {
        matches: /^\((width <|hover: none)/.test(query),
        media: query,
      }) as MediaQueryList,
  );
  await renderAnalytics(<BestTimePage />, { 'media/best-time': answer });
  const effects = within(await grid(/Interactions compared/));

  const best = effects.getByRole('button', { name: /^Thursday, 6 PM–9 PM: about \+19% .* 6 posts in these hours\.$/ });
  expect(shownIn(best)).toBe('+19');
  expect(best.textContent).toContain('80% interval 0% to +41%');
  expect(effects.getAllByRole('row')).toHaveLength(9);
  const followers = within(await grid(/Followers online/));
  expect(followers.getByRole('button', { name: /^Sunday, 3 AM–6 AM: 1,004 followers online on average/ })).toBeTruthy();
  expect(screen.getAllByText(/^Tap a block of three hours for /)).toHaveLength(2);
});

it('changes the format and the account, and keeps both in the URL', async () => {
  const { asked, router } = await renderAnalytics(<BestTimePage />, {
    '/account/list': { accounts: [account, second] },
    'media/best-time': answer,
  });

  fireEvent.click(await screen.findByRole('radio', { name: 'Reels' }));
  fireEvent.click(await screen.findByRole('button', { name: /Account: Maya/ }));
  // The menu is a native popover, which happy-dom does not open.
  fireEvent(screen.getByRole('menu', { name: 'Account' }), Object.assign(new Event('toggle'), { newState: 'open' }));
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Theo Okafor' }));

  await waitFor(() =>
    expect(asked.at(-1)?.body).toMatchObject({ accountId: second._id, format: 'reel', timeZone: expect.any(String) }),
  );
  expect(router.state.location.search).toMatchObject({ format: 'reel', account: second._id });
});

it('says how many posts are missing', async () => {
  await renderAnalytics(<BestTimePage />, { 'media/best-time': few });

  expect(await screen.findByText('Not enough posts yet (12 of 20).')).toBeTruthy();
  expect(screen.getByText('Instagram reports no followers online')).toBeTruthy();
  expect(screen.getByText('Needs more posts.')).toBeTruthy();
});

it('exports only the suggestions for the selected account and format', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { asked } = await renderAnalytics(<BestTimePage />, { 'media/best-time': answer, '/metrics/export': {} });

  const trigger = await screen.findByRole('button', { name: 'Export Suggestions' });
  const menu = document.getElementById(trigger.getAttribute('popovertarget') ?? '') ?? document.body;
  fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }));
  fireEvent.click(await within(menu).findByText('Download CSV'));

  await waitFor(() => expect(asked.at(-1)?.path).toMatch(/metrics\/export$/));
  expect(asked.at(-1)?.body).toMatchObject({ sections: ['best-time-suggestions'], accountIds: [account._id] });
});

it('suggests nothing if no hour is clearly better, and explains the basis', async () => {
  const basis = { measured: 131, lifetime: 0 };
  await renderAnalytics(<BestTimePage />, { 'media/best-time': { ...answer, answer: null, basis, suggestions: [] } });

  const sentence = await screen.findByText('No hour of the week stands out.');
  expect(sentence.nextElementSibling?.textContent).toBe(
    'Based on 131 posts, all measured at 48 hours. Publish when it suits you.',
  );
});

it.each([
  {
    level: 'leaning' as const,
    sentence: 'Posts on Thursdays at 6 PM did best, but it may be chance.',
    basis: /^Based on 131 posts.* Try this hour, or publish when it suits you\.$/,
  },
  {
    level: 'followers_online' as const,
    sentence: 'Most of your followers are online on Thursdays at 6 PM.',
    basis: /^No hour of the week stands out\. Based on 131 posts/,
  },
])('gives the best available answer, and states its limits ($level)', async ({ level, sentence, basis }) => {
  const reply = { ...answer, answer: { level, weekday: 4, hour: 18 }, suggestions: [] };
  await renderAnalytics(<BestTimePage />, { 'media/best-time': reply });

  expect((await screen.findByText(sentence)).nextElementSibling?.textContent).toMatch(basis);
});

it('explains why a series is left out', async () => {
  const series = [{ name: '#tuesdaytalk', weekday: 2, hour: 18, posts: 14 }];
  await renderAnalytics(<BestTimePage />, { 'media/best-time': { ...answer, series } });

  expect(
    await screen.findByText(
      /Excluded: 14 posts with #tuesdaytalk, nearly all on Tuesdays around 6 PM\. They show the series’ effect, not the hour’s\.$/,
    ),
  ).toBeTruthy();
});

it('reports a failure and retries on request', async () => {
  let reply: unknown = refused;
  await renderAnalytics(<BestTimePage />, { 'media/best-time': () => reply });
  expect(await screen.findByText('Could not load the best time to post')).toBeTruthy();

  reply = answer;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await grid(/Interactions compared/)).toBeTruthy();
});
