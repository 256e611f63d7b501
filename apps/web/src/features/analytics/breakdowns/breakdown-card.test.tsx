import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { account, refused, renderAnalytics } from '../render-analytics.tsx';
import { BreakdownCard } from './breakdown-card.tsx';

const breakdown = {
  value: 1500,
  isApprox: false,
  breakdowns: [
    { dimensionKeys: ['media_product_type'], isApprox: false, results: [{ value: 1500, dimensionValues: ['REEL'] }] },
    {
      dimensionKeys: ['follow_type'],
      isApprox: false,
      results: [
        { value: 500, dimensionValues: ['FOLLOWER'] },
        { value: 1000, dimensionValues: ['NON_FOLLOWER'] },
      ],
    },
  ],
};
const series = { perAccount: { [account._id]: [{ date: '2026-11-20', value: 900 }] } };
const none = { perAccount: { [account._id]: [{ date: '2026-11-20', value: null }] } };

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

it('shows the total, who it came from, the content types and the line of the account', async () => {
  await renderAnalytics(<BreakdownCard metric="views" />, { 'breakdown/views': breakdown, 'timeseries/views': series });

  expect(await screen.findByText('1.5k')).toBeTruthy();
  expect(screen.getByText('67%')).toBeTruthy();
  expect(screen.getByText('Reels')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Maya Lindqvist' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Views Card Guide' })).toBeTruthy();
});

it('keeps its days when only the breakdown fails', async () => {
  await renderAnalytics(<BreakdownCard metric="views" />, { 'breakdown/views': refused, 'timeseries/views': series });

  expect(await screen.findByText('Unable to retrieve views breakdown data')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Maya Lindqvist' })).toBeTruthy();
});

it('keeps its breakdown when only the days fail', async () => {
  await renderAnalytics(<BreakdownCard metric="reach" />, {
    'breakdown/reach': breakdown,
    'timeseries/reach': refused,
  });

  expect(await screen.findByText('Unable to retrieve reach line data')).toBeTruthy();
  expect(screen.getByText('1.5k')).toBeTruthy();
});

it('offers another try when both fail', async () => {
  await renderAnalytics(<BreakdownCard metric="total_interactions" />, {
    'breakdown/total_interactions': refused,
    'timeseries/total_interactions': refused,
  });

  expect(await screen.findByText('Failed to load interactions data')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('shows the placeholder, not a zero, when nothing is stored', async () => {
  await renderAnalytics(<BreakdownCard metric="views" />, {
    'breakdown/views': { value: 0, isApprox: true, breakdowns: [] },
    'timeseries/views': none,
  });

  expect(await screen.findByText('Trend Line Chart')).toBeTruthy();
  expect(screen.getByText('No views data available')).toBeTruthy();
  expect(screen.queryByText('0')).toBeNull();
});
