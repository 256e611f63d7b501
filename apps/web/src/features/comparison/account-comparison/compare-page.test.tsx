import { type ComparedAccount, comparedMetrics } from '@tidemark/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { between, exact, final } from '#web/features/metrics/metrics.fixtures.ts';
import { account, refused, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { ComparePage } from './compare-page.tsx';

const second = { ...account, _id: '17841400000002', metadata: { ...account.metadata, name: 'Theo Okafor' } };
const value = (current: number, percentChange: number) => ({
  current,
  previous: current / (1 + percentChange / 100),
  percentChange,
  change: current - current / (1 + percentChange / 100),
  previousApprox: null,
  ...final,
  ...exact,
  comparison: { days: 7, of: 7, noDataBefore: null },
});
const compared = (accountId: string, views: number, percentChange: number): ComparedAccount => {
  const own = value(views, percentChange);
  return {
    accountId,
    hasData: true,
    hasFollowers: true,
    metrics: {
      followers: own,
      views: own,
      reach: { ...own, ...between(views / 2, views, 'summed_people') },
      total_interactions: own,
      'engagement-rate': own,
      'engaged-audience': own,
      'conversion-rate': own,
      'virality-score': own,
    },
  };
};
const days = (...values: number[]) =>
  values.map((count, index) => ({ date: `2026-11-${14 + index}`, value: count, isClosed: true }));
const replies = {
  '/account/list': { accounts: [account, second] },
  'account/compare': { accounts: [compared(account._id, 900, 5), compared(second._id, 400, 30)] },
  'timeseries/views': {
    perAccount: { [account._id]: days(100, 200), [second._id]: days(10, 30) },
    previousPerAccount: null,
  },
  'timeseries/reach': { perAccount: { [account._id]: days(70, 80) }, previousPerAccount: null },
};
const range = '/?from=2026-11-14&to=2026-11-20';
const names = (table: HTMLElement) =>
  within(table)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

it('says which account has the most views and whose rose most', async () => {
  await renderAnalytics(<ComparePage />, replies, range);

  const sentence = (await screen.findByText('30.0%', { selector: 'em' })).closest('p');
  expect(sentence?.textContent).toBe('Maya Lindqvist has the most views; those of Theo Okafor rose most, by 30.0%.');
});

it('says when no account grew, and when none has views', async () => {
  const falling = { accounts: [compared(account._id, 900, -5), compared(second._id, 400, -30)] };
  const { unmount } = await renderAnalytics(<ComparePage />, { ...replies, 'account/compare': falling }, range);
  expect((await screen.findByText(/none grew/)).textContent).toBe('Maya Lindqvist has the most views; none grew.');
  unmount();

  const empty = { accounts: [account._id, second._id].map((id) => ({ ...compared(id, 0, 0), hasData: false })) };
  await renderAnalytics(<ComparePage />, { ...replies, 'account/compare': empty }, range);

  expect(await screen.findByText('No views in this range yet.')).toBeTruthy();
});

it('sorts every account by any metric, and keeps the order in the URL', async () => {
  const { router } = await renderAnalytics(<ComparePage />, replies, range);
  const table = await screen.findByRole('table', { name: 'Metrics by account' });
  await waitFor(() => expect(names(table)).toEqual(['Maya Lindqvist', 'Theo Okafor']));
  expect(within(table).getAllByRole('columnheader')).toHaveLength(comparedMetrics.length + 1);

  fireEvent.click(within(table).getByRole('button', { name: /^Views/ }));

  await waitFor(() => expect(router.state.location.search).toMatchObject({ order: 'asc' }));
  expect(names(table)).toEqual(['Theo Okafor', 'Maya Lindqvist']);
  expect(within(table).getAllByLabelText('approximate')).toHaveLength(2);
});

it('draws the selected accounts on the selected scale, always at least one', async () => {
  const { router, container } = await renderAnalytics(<ComparePage />, replies, range);
  const choice = await screen.findByRole('group', { name: 'Accounts in the chart' });
  expect(container.querySelectorAll('[data-line]')).toHaveLength(2);

  fireEvent.click(within(choice).getByRole('button', { name: 'Maya Lindqvist' }));
  await waitFor(() => expect(container.querySelectorAll('[data-line]')).toHaveLength(1));
  fireEvent.click(within(choice).getByRole('button', { name: 'Theo Okafor' }));
  fireEvent.click(screen.getByRole('radio', { name: 'Indexed' }));

  await waitFor(() => expect(router.state.location.search).toMatchObject({ lines: second._id, scale: 'indexed' }));
  expect(screen.getByRole('status').textContent).toContain('300');
});

it('changes the metric of the charts', async () => {
  await renderAnalytics(<ComparePage />, replies, range);

  fireEvent.click(await screen.findByRole('radio', { name: 'Reach' }));

  expect(await screen.findByText('Reach side by side')).toBeTruthy();
  expect(await screen.findByText('75 a day')).toBeTruthy();
});

it('distinguishes an account without data from zero', async () => {
  const empty = { ...compared(second._id, 0, 0), hasData: false };
  await renderAnalytics(
    <ComparePage />,
    { ...replies, 'account/compare': { accounts: [compared(account._id, 900, 5), empty] } },
    range,
  );

  expect(await screen.findAllByText('no data', { selector: 'table *' })).toHaveLength(comparedMetrics.length);
});

it('offers a retry for each card that failed', async () => {
  await renderAnalytics(<ComparePage />, { '/account/list': replies['/account/list'] }, range);

  expect(await screen.findByText('Could not load the metrics')).toBeTruthy();
  expect(await screen.findByText('Could not load views')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2);
});

it('asks for a second account when only one is selected', async () => {
  await renderAnalytics(<ComparePage />, { 'account/compare': refused }, range);

  expect(await screen.findByText('Select at least two accounts to compare.')).toBeTruthy();
});
