import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { approximate, exact, final, uncompared } from '#web/features/metrics/metrics.fixtures.ts';
import { account, refused, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { Headline } from './headline.tsx';

const comparison = { days: 7, of: 7, noDataBefore: null };
const day = { date: '2026-11-20', value: 900, isClosed: true };
const card = {
  current: 1500,
  previous: 1500,
  change: 0,
  percentChange: 0,
  ...final,
  comparison,
  series: [day],
  ...exact,
};
const fell = { ...card, change: -300, percentChange: -20 };
const grew = { ...card, current: 8000, change: 306, percentChange: 4, ...approximate('day_not_closed') };
const medians = Object.fromEntries(
  ['followers', 'views', 'reach', 'total_interactions', 'engagement-rate', 'conversion-rate'].map((name) => [name, 3]),
);
const replies = {
  'insight/followers': grew,
  'insight/views': fell,
  '/usual-changes': { periods: 26, medians, limit: 1.2 },
  'timeseries/views': { perAccount: { [account._id]: [day] } },
  '/media/list/date/range': [],
};
const others = Object.fromEntries(
  ['reach', 'total_interactions', 'engagement-rate', 'conversion-rate', 'virality-score', 'engaged-audience'].map(
    (metric) => [`insight/${metric}`, card],
  ),
);
const show = (more = {}) => renderAnalytics(<Headline />, { ...replies, ...others, ...more });

it('states the most unusual change and the strongest in the other direction, with approximate ones marked', async () => {
  await show();

  const sentence = (await screen.findByText('20%')).closest('p');
  expect(sentence?.textContent).toMatch(/^Views fell 20% while followers grew by about 306\./);
  expect(screen.getByText(/^Most views came on/).textContent).toBe('Most views came on Friday, Nov 20.');
  expect(screen.getByRole('button', { name: /^Approximate\./ })).toBeTruthy();
});

it('leads to the posts of the day with the most views, and keeps an order that the user has chosen', async () => {
  const { router } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Friday, Nov 20' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ when: '2026-11-20', sort: 'views.desc' }));

  await act(() => router.navigate({ to: '/', search: { sort: 'likes.desc' } }));
  fireEvent.click(screen.getByRole('button', { name: 'Friday, Nov 20' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ when: '2026-11-20', sort: 'likes.desc' }));
});

it('calls a week typical when nothing changed more than usual', async () => {
  await show({ 'insight/views': card, 'insight/followers': { ...card, change: 12, percentChange: 0.2 } });

  expect(await screen.findByText('A typical week: 1.5k views, 12 more followers.')).toBeTruthy();
});

it('ranks changes against last year by size alone', async () => {
  const { asked } = await renderAnalytics(
    <Headline />,
    {
      ...replies,
      ...others,
      'insight/views': card,
      'insight/followers': { ...card, change: 12, percentChange: 4 },
    },
    '/?from=2026-11-14&to=2026-11-20&compare=last-year',
  );

  expect(await screen.findByText('About the same as before: 1.5k views, 12 more followers.')).toBeTruthy();
  expect(screen.getByText('Compared with Nov 14, 2025 - Nov 20, 2025')).toBeTruthy();
  expect(asked.some(({ path }) => path.endsWith('/usual-changes'))).toBe(false);
});

it("states the range's views without a comparison", async () => {
  const alone = { ...card, ...uncompared };
  const cards = Object.fromEntries(
    Object.keys({ ...replies, ...others }).flatMap((key) => (key.startsWith('insight') ? [[key, alone]] : [])),
  );
  await renderAnalytics(
    <Headline />,
    { ...replies, ...others, ...cards },
    '/?from=2026-11-14&to=2026-11-20&compare=nothing',
  );

  expect(await screen.findByText('1.5k views and no new posts.')).toBeTruthy();
  expect(screen.getByText('Nov 14, 2026 - Nov 20, 2026')).toBeTruthy();
});

it('states why there is no comparison', async () => {
  const late = { ...comparison, days: 0, noDataBefore: '2026-10-01' };
  const alone = { ...card, current: 1_234_000, ...uncompared, comparison: late };
  const cards = Object.fromEntries(
    Object.keys({ ...replies, ...others }).flatMap((key) => (key.startsWith('insight') ? [[key, alone]] : [])),
  );
  await show({ ...cards, 'timeseries/views': { perAccount: { [account._id]: [day, { ...day, value: null }] } } });

  expect(await screen.findByText('1.2M views and no new posts.')).toBeTruthy();
  expect(screen.getByText('No comparison: no data before Oct 01, 2026.')).toBeTruthy();
});

it('shows no comparison while the only day is still running', async () => {
  const alone = { ...card, ...uncompared, comparison: { ...comparison, days: 0 } };
  const cards = Object.fromEntries(
    Object.keys({ ...replies, ...others }).flatMap((key) => (key.startsWith('insight') ? [[key, alone]] : [])),
  );
  await show({ ...cards, 'timeseries/views': { perAccount: { [account._id]: [{ ...day, isClosed: false }] } } });

  expect(await screen.findByText('Nothing to compare with yet.')).toBeTruthy();
  expect(screen.queryByText(/^Compared with/)).toBeNull();
});

it('names the account with the most views and links to it when several are shown', async () => {
  const second = { ...account, _id: '17841400000002', metadata: { ...account.metadata, name: 'Theo Okafor' } };
  await show({
    '/account/list': { accounts: [account, second] },
    'timeseries/views': { perAccount: { [account._id]: [day], [second._id]: [{ ...day, value: 2100 }] } },
  });

  const link = await screen.findByRole('link', { name: 'Theo Okafor' });
  expect(link.closest('p')?.textContent).toBe('Theo Okafor accounted for 70% of views, most on Friday, Nov 20.');
  expect(screen.getByRole('button', { name: 'Friday, Nov 20' })).toBeTruthy();
});

it('still ranks the other changes when one metric fails', async () => {
  await show({ 'insight/views': refused });

  expect((await screen.findByText('306')).closest('p')?.textContent).toMatch(/^Followers grew by about 306\./);
});
