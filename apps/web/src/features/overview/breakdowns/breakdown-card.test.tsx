import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { approximate, between, exact, final } from '#web/features/metrics/metrics.fixtures.ts';
import { account, refused, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { BreakdownCard } from './breakdown-card.tsx';

const breakdown = {
  value: 1500,
  ...exact,
  breakdowns: [
    { dimensionKeys: ['media_product_type'], ...exact, results: [{ value: 1500, dimensionValues: ['REEL'] }] },
    {
      dimensionKeys: ['follow_type'],
      ...exact,
      results: [
        { value: 500, dimensionValues: ['FOLLOWER'] },
        { value: 1000, dimensionValues: ['NON_FOLLOWER'] },
      ],
    },
  ],
};
const comparison = { days: 7, of: 7, noDataBefore: null };
const series = { perAccount: { [account._id]: [{ date: '2026-11-20', value: 900, isClosed: true }] } };
const none = { perAccount: { [account._id]: [{ date: '2026-11-20', value: null, isClosed: true }] } };

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

it("shows the total, the follow types, the content types and the account's line", async () => {
  await renderAnalytics(<BreakdownCard metric="views" />, { 'breakdown/views': breakdown, 'timeseries/views': series });

  expect(await screen.findByText('1.5k', { selector: 'p *' })).toBeTruthy();
  expect(screen.getByText('67%')).toBeTruthy();
  expect(screen.getByText('Reels')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Maya Lindqvist' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Views Card Guide' })).toBeTruthy();
});

it('shows the change since the previous period next to the total', async () => {
  const change = {
    current: 1500,
    previous: 1000,
    change: 500,
    percentChange: 50,
    ...final,
    comparison,
    series: [],
    ...exact,
  };
  await renderAnalytics(<BreakdownCard metric="views" />, {
    'breakdown/views': breakdown,
    'timeseries/views': series,
    'insight/views': change,
  });

  const chip = (await screen.findByText('50.0%')).closest('[data-direction]');
  expect(chip?.getAttribute('data-direction')).toBe('up');
  fireEvent.focus(chip ?? document.body);
  expect((await screen.findByRole('tooltip', { hidden: true })).textContent).toMatch(
    /^Your views is up from .+ - .+ Then 1k, now 1.5k\.$/,
  );
});

it('marks the day on which a network redefined the metric, and none of other metrics', async () => {
  const day = '2026-11-20';
  const toEvent = (metric: string, text: string) => ({
    kind: 'metric_redefined',
    accountId: null,
    firstDay: day,
    lastDay: day,
    redefined: { metrics: [metric], text, source: 'https://example.com' },
  });
  const events = [toEvent('views', 'A view lasts two seconds'), toEvent('reach', 'Reach leaves out ads')];
  await renderAnalytics(
    <BreakdownCard metric="views" />,
    {
      'breakdown/views': breakdown,
      'timeseries/views': series,
      '/metrics/annotations': { annotations: [], events, publishedDays: [] },
    },
    '/?from=2026-11-20&to=2026-11-20',
  );

  const table = await screen.findByRole('table');
  await vi.waitFor(() => expect(table.textContent).toContain('A view lasts two seconds'));
  expect(table.textContent).not.toContain('Reach leaves out ads');
});

it('shows the days when only the breakdown fails', async () => {
  await renderAnalytics(<BreakdownCard metric="views" />, { 'breakdown/views': refused, 'timeseries/views': series });

  expect(await screen.findByText('Unable to retrieve views breakdown data')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Maya Lindqvist' })).toBeTruthy();
});

it('shows the breakdown when only the days fail', async () => {
  await renderAnalytics(<BreakdownCard metric="reach" />, {
    'breakdown/reach': breakdown,
    'timeseries/reach': refused,
  });

  expect(await screen.findByText('Unable to retrieve reach line data')).toBeTruthy();
  expect(screen.getByText('1.5k', { selector: 'p *' })).toBeTruthy();
});

it('offers a retry when both calls fail', async () => {
  await renderAnalytics(<BreakdownCard metric="total_interactions" />, {
    'breakdown/total_interactions': refused,
    'timeseries/total_interactions': refused,
  });

  const toast = await screen.findByText('Failed to load interactions data');
  expect(toast.closest('[data-sonner-toast]')).toBeTruthy();
  expect(screen.queryByText(/^Unable to retrieve interactions/)).toBeNull();
  expect(screen.getByText('Could not load interactions')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('shows the placeholder instead of zero when nothing is stored', async () => {
  await renderAnalytics(<BreakdownCard metric="views" />, {
    'breakdown/views': { value: 0, ...approximate('days_missing'), breakdowns: [] },
    'timeseries/views': none,
  });

  expect(await screen.findByText('Trend Line Chart')).toBeTruthy();
  expect(screen.getByText('No views data available')).toBeTruthy();
  expect(screen.queryByText('0')).toBeNull();
});

const interactions = {
  value: 1000,
  ...exact,
  breakdowns: [
    {
      dimensionKeys: ['interaction_type'],
      ...exact,
      results: [
        { value: 700, dimensionValues: ['LIKES'] },
        { value: 200, dimensionValues: ['COMMENTS'] },
        { value: 100, dimensionValues: ['OTHER'] },
      ],
    },
    { dimensionKeys: ['media_product_type'], ...exact, results: [{ value: 1000, dimensionValues: ['AD'] }] },
  ],
};

it('includes interactions without a kind, in percent of all', async () => {
  await renderAnalytics(<BreakdownCard metric="total_interactions" />, {
    'breakdown/total_interactions': interactions,
    'timeseries/total_interactions': series,
  });

  const list = await screen.findByRole('list', { name: 'Interactions by type' });
  expect(list.textContent).toBe('Likes70%700Comments20%200Other10%100');
  fireEvent.pointerEnter(within(list).getByText('10%').closest('span[class*=anchor]') ?? list);
  expect((await screen.findByRole('tooltip', { hidden: true })).textContent).toBe(
    'Other: 100 (replies, reposts and advertising)',
  );
  expect(screen.getByRole('list', { name: 'Interactions by content type' }).textContent).toBe('Ads100%1k');
});

it('marks the value and each part as approximate, each with its reasons', async () => {
  const [surfaces, kinds] = breakdown.breakdowns;
  await renderAnalytics(<BreakdownCard metric="reach" />, {
    'breakdown/reach': {
      ...breakdown,
      ...between(500, 1500, 'summed_accounts'),
      breakdowns: [
        { ...surfaces, ...approximate('summed_people') },
        { ...kinds, ...approximate('summed_people') },
      ],
    },
    'timeseries/reach': series,
  });

  expect(await screen.findByText('500–1.5k')).toBeTruthy();
  expect(screen.getByRole('button', { name: /between 500 and 1.5k\. Accounts or posts were added up/ })).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^Approximate\. Daily counts/ })).toHaveLength(2);
  expect(screen.getAllByRole('img', { name: 'approximate' })).toHaveLength(1);
});

it('explains that overlapping parts of reach do not add up', async () => {
  await renderAnalytics(<BreakdownCard metric="reach" />, {
    'breakdown/reach': { ...breakdown, value: 1000 },
    'timeseries/reach': series,
  });

  expect(await screen.findByText('people overlap')).toBeTruthy();
  expect(screen.getByText('67%')).toBeTruthy();
});

describe('with more accounts than the chart can name', () => {
  const accounts = Array.from({ length: 25 }, (_, index) => ({
    ...account,
    _id: `1784140000${1000 + index}`,
    metadata: { ...account.metadata, name: `Account ${index}` },
  }));
  const days = (size: number) => [
    { date: '2026-11-19', value: size * 2, isClosed: true },
    { date: '2026-11-20', value: size * 4, isClosed: true },
    { date: '2026-11-21', value: 1, isClosed: false },
  ];
  const many = Object.fromEntries(accounts.map(({ _id }, index) => [_id, days(10 ** (index % 5))]));
  const open = () =>
    renderAnalytics(<BreakdownCard metric="views" />, {
      '/account/list': { accounts },
      'breakdown/views': breakdown,
      'timeseries/views': { perAccount: many },
    });
  const height = () => {
    const ys = accounts.slice(0, 4).map(({ _id }) => {
      const path = document.querySelector(`[data-line="${_id}"] path`)?.getAttribute('d') ?? '';
      return Number(/,([\d.]+)/.exec(path)?.[1]);
    });
    return Math.max(...ys) - Math.min(...ys);
  };

  it('separates small accounts with a logarithmic scale, and offers a linear scale', async () => {
    await open();
    await screen.findByRole('button', { name: 'Account: All 25 accounts' });
    const onLog = height();

    fireEvent.click(screen.getByRole('radio', { name: 'Linear' }));

    expect(onLog).toBeGreaterThan(60);
    expect(height()).toBeLessThan(20);
  });

  it('lists every account with its daily average, and can show a single one', async () => {
    await open();
    await screen.findByRole('button', { name: 'Account: All 25 accounts' });
    // The menu is a native popover, which happy-dom does not open.
    fireEvent(screen.getByRole('menu', { name: 'Account' }), Object.assign(new Event('toggle'), { newState: 'open' }));
    const items = await screen.findAllByRole('menuitemradio');

    fireEvent.click(items.find(({ textContent }) => textContent?.startsWith('Account 3')) ?? document.body);

    expect(items).toHaveLength(26);
    expect(items[1]?.textContent).toBe('Account 430,000 a day');
    expect(document.querySelectorAll('[data-line]')).toHaveLength(1);
    expect(screen.queryByRole('radio', { name: 'Log' })).toBeNull();
  });
});

it('draws the current day separately, and labels it', async () => {
  const days = [
    { date: '2026-11-20', value: 900, isClosed: true },
    { date: '2026-11-21', value: 90, isClosed: false },
  ];
  await renderAnalytics(<BreakdownCard metric="views" />, {
    'breakdown/views': breakdown,
    'timeseries/views': { perAccount: { [account._id]: days } },
  });

  expect(await screen.findByText('so far')).toBeTruthy();
  expect(document.querySelector('path[data-running]')).toBeTruthy();
  expect(screen.getByText('90 so far')).toBeTruthy();
});
