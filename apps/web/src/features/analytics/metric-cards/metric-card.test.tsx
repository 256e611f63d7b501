import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { account, refused, renderAnalytics } from '../render-analytics.tsx';
import { MetricCard } from './metric-card.tsx';

const day = (value: number | null) => ({ date: '2026-11-20', value });
const figures = {
  current: 1234,
  previous: 1200,
  percentChange: 2.83,
  change: 34,
  isApprox: false,
  series: [day(1234)],
};
const address = '/?from=2026-11-14&to=2026-11-20';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

async function explanation(trend: HTMLElement) {
  fireEvent.pointerEnter(trend.closest('span[class*=anchor]') ?? trend);
  return (await screen.findByRole('tooltip', { hidden: true })).textContent;
}

describe('a card', () => {
  it('shows a skeleton until its figures are there', async () => {
    const { container } = await renderAnalytics(
      <MetricCard metric="followers" />,
      { 'insight/followers': () => new Promise(() => {}) },
      address,
    );

    expect(screen.getByText('Followers')).toBeTruthy();
    expect(container.querySelector('[data-skeleton]')).toBeTruthy();
  });

  it('asks for the range and the one before, as whole days', async () => {
    const { asked } = await renderAnalytics(
      <MetricCard metric="followers" />,
      { 'insight/followers': figures },
      address,
    );

    await screen.findByText('1.2k');
    expect(asked.at(-1)?.body).toEqual({
      cStart: '2026-11-14T00:00:00.000Z',
      cEnd: '2026-11-20T23:59:59.999Z',
      pStart: '2026-11-07T00:00:00.000Z',
      pEnd: '2026-11-13T23:59:59.999Z',
      accountIds: [account._id],
    });
  });

  it('shows the value and that it went up', async () => {
    await renderAnalytics(<MetricCard metric="followers" />, { 'insight/followers': figures }, address);

    expect(await screen.findByText('1.2k')).toBeTruthy();
    expect(screen.getByText('up')).toBeTruthy();
    expect(screen.getByText('2.8%')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approximate' })).toBeNull();
  });

  it('explains where it came from, the engagement card with the change in percent', async () => {
    const reply = { ...figures, current: 4, previous: 5, percentChange: -20 };
    await renderAnalytics(<MetricCard metric="engagement-rate" />, { 'insight/engagement-rate': reply }, address);

    expect(await explanation(await screen.findByText('20.0%'))).toBe(
      'Your engagement rate is down from Nov 07, 2026 - Nov 13, 2026 (20.0%)',
    );
  });

  it('says that nothing changed', async () => {
    const reply = { ...figures, current: 5, previous: 5, percentChange: 0, change: 0 };
    await renderAnalytics(<MetricCard metric="virality-score" />, { 'insight/virality-score': reply }, address);

    expect(await screen.findByText('5.0')).toBeTruthy();
    expect(await explanation(screen.getByText('0%'))).toBe(
      'Your virality score is the same as it was Nov 07, 2026 - Nov 13, 2026',
    );
  });

  it('marks an approximate figure with a dot that says why', async () => {
    await renderAnalytics(
      <MetricCard metric="engaged-audience" />,
      { 'insight/engaged-audience': { ...figures, isApprox: true } },
      address,
    );

    expect(await screen.findByRole('button', { name: 'Approximate' })).toBeTruthy();
  });

  it('shows zero, a flat trend and its sentence when the call fails', async () => {
    await renderAnalytics(<MetricCard metric="followers" />, { 'insight/followers': refused }, address);

    expect(await screen.findByText('Unable to calculate follower count')).toBeTruthy();
    expect(screen.getByText('0')).toBeTruthy();
    expect(screen.getByText('flat')).toBeTruthy();
    expect(await screen.findByText('Unabled to retreive follower count')).toBeTruthy();
  });

  it('does not dress missing days as zero, and says that the first sync is running', async () => {
    const syncing = { ...account, syncRunning: true, dataVersion: 0, earliestDate: null };
    await renderAnalytics(
      <MetricCard metric="followers" />,
      {
        '/account/list': { accounts: [syncing] },
        'insight/followers': { ...figures, current: 0, previous: 0, change: 0, percentChange: 0, series: [day(null)] },
      },
      address,
    );

    expect(await screen.findByText('No follower data available')).toBeTruthy();
    expect(screen.getByText('First sync is running')).toBeTruthy();
    expect(screen.queryByText('0')).toBeNull();
  });

  it('opens its guide and closes it with Got it', async () => {
    await renderAnalytics(<MetricCard metric="followers" />, { 'insight/followers': figures }, address);

    fireEvent.click(await screen.findByRole('button', { name: 'Follower Count Card Guide' }));
    expect(screen.getByRole('heading', { name: 'Follower Count Card Guide' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Got it' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Got it' })).toBeNull());
  });
});
