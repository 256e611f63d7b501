import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { between, exact, final, uncompared } from '#web/features/metrics/metrics.fixtures.ts';
import { account, refused, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { MetricCard } from './metric-card.tsx';

const day = (value: number | null, isClosed = true) => ({ date: '2026-11-20', value, isClosed });
const figures = {
  current: 1234,
  previous: 1200,
  percentChange: 2.83,
  change: 34,
  ...final,
  ...exact,
  comparison: { days: 7, of: 7, noDataBefore: null },
  series: [day(1234)],
};
const address = '/?from=2026-11-14&to=2026-11-20';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

async function explanation(trend: HTMLElement) {
  fireEvent.pointerEnter(trend.closest('span[class*=anchor]') ?? trend);
  return (await screen.findByRole('tooltip', { hidden: true })).textContent;
}

describe('metric card', () => {
  it('shows a skeleton until its data has loaded', async () => {
    const { container } = await renderAnalytics(
      <MetricCard metric="followers" />,
      { 'insight/followers': () => new Promise(() => {}) },
      address,
    );

    expect(screen.getByText('Followers')).toBeTruthy();
    expect(container.querySelector('[data-skeleton]')).toBeTruthy();
  });

  it('requests the range and the previous one, as whole days', async () => {
    const { asked } = await renderAnalytics(
      <MetricCard metric="followers" />,
      { 'insight/followers': figures },
      address,
    );

    await screen.findByText('1.2k');
    expect(asked.find(({ path }) => path.endsWith('insight/followers'))?.body).toEqual({
      cStart: '2026-11-14T00:00:00.000Z',
      cEnd: '2026-11-20T23:59:59.999Z',
      pStart: '2026-11-07T00:00:00.000Z',
      pEnd: '2026-11-13T23:59:59.999Z',
      accountIds: [account._id],
    });
  });

  it('shows the value and an upward trend', async () => {
    await renderAnalytics(<MetricCard metric="followers" />, { 'insight/followers': figures }, address);

    expect(await screen.findByText('1.2k')).toBeTruthy();
    expect(screen.getByText('up')).toBeTruthy();
    expect(screen.getByText('2.8%')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Approximate/ })).toBeNull();
  });

  it('explains the previous value, and the change in percent on the engagement card', async () => {
    const reply = { ...figures, current: 4, previous: 5, change: -1, percentChange: -20 };
    await renderAnalytics(<MetricCard metric="engagement-rate" />, { 'insight/engagement-rate': reply }, address);

    expect(await explanation(await screen.findByText('20.0%'))).toBe(
      'Your engagement rate is down from Nov 07, 2026 - Nov 13, 2026 (20.0%) Then 5.0%, now 4.0%.',
    );
  });

  it('says how exact the previous value is', async () => {
    const approximate = { ...figures, previousApprox: between(1000, 1200, 'summed_people').approx };
    await renderAnalytics(<MetricCard metric="followers" />, { 'insight/followers': approximate }, address);

    expect(await explanation(await screen.findByText('2.8%'))).toContain('Then ≈ 1,200 (1,000–1,200), now 1,234.');
  });

  it('compares with the same days of last year on request', async () => {
    const { asked } = await renderAnalytics(
      <MetricCard metric="followers" />,
      { 'insight/followers': figures },
      `${address}&compare=last-year`,
    );

    expect(await explanation(await screen.findByText('2.8%'))).toMatch(/up from Nov 14, 2025 - Nov 20, 2025/);
    expect(asked.find(({ path }) => path.endsWith('insight/followers'))?.body).toMatchObject({
      pStart: '2025-11-14T00:00:00.000Z',
      pEnd: '2025-11-20T23:59:59.999Z',
    });
  });

  it('shows no change without a comparison', async () => {
    const reply = { ...figures, ...uncompared };
    const { asked } = await renderAnalytics(
      <MetricCard metric="followers" />,
      { 'insight/followers': reply },
      `${address}&compare=nothing`,
    );

    expect(await screen.findByText('1.2k')).toBeTruthy();
    expect(screen.queryByText('no comparison')).toBeNull();
    expect(asked.find(({ path }) => path.endsWith('insight/followers'))?.body).not.toHaveProperty('pStart');
  });

  it('says that nothing changed', async () => {
    const reply = { ...figures, current: 5, previous: 5, percentChange: 0, change: 0 };
    await renderAnalytics(<MetricCard metric="virality-score" />, { 'insight/virality-score': reply }, address);

    expect(await screen.findByText('5.0')).toBeTruthy();
    expect(await explanation(screen.getByText('0%'))).toBe(
      'Your virality score is the same as it was Nov 07, 2026 - Nov 13, 2026 Then 5.0, now 5.0.',
    );
  });

  it('marks an approximate value with a dot that lists every reason and the bounds', async () => {
    const reply = { ...figures, current: 9, ...between(6, 9, 'summed_people', 'day_not_closed') };
    await renderAnalytics(<MetricCard metric="engaged-audience" />, { 'insight/engaged-audience': reply }, address);

    const dot = await screen.findByRole('button', { name: /^Approximate/ });

    expect(dot.getAttribute('aria-label')).toBe(
      'Approximate. The actual number is between 6.0% and 9.0%. Daily counts were added up: someone who visited on two days counts twice. A day in this range was still in progress at the last sync.',
    );
    expect(screen.getByText('≈ 9.0%')).toBeTruthy();
    fireEvent.focus(dot);
    expect((await screen.findByRole('tooltip', { hidden: true })).textContent).toContain('between 6.0% and 9.0%');
  });

  it('keeps the reasons open after a tap on the dot', async () => {
    const reply = { ...figures, ...between(1000, 1234, 'days_missing') };
    await renderAnalytics(<MetricCard metric="followers" />, { 'insight/followers': reply }, address);
    const dot = await screen.findByRole('button', { name: /^Approximate/ });

    fireEvent.focus(dot);
    fireEvent.click(dot);

    expect(screen.getByRole('tooltip', { hidden: true }).textContent).toContain('not stored');
  });

  it('shows an estimate with its range', async () => {
    const reply = { ...figures, current: 252.4, ...between(95.4, 667.8, 'summed_people') };
    await renderAnalytics(<MetricCard metric="engaged-audience" />, { 'insight/engaged-audience': reply }, address);

    expect(await screen.findByText('≈ 252.4%')).toBeTruthy();
    expect(screen.getByText('95.4%–667.8%')).toBeTruthy();
  });

  it('shows neither direction nor size for an uncertain change', async () => {
    const changeBounds = { lower: -10.8, upper: 35.8 };
    const reply = { ...figures, change: null, percentChange: null, changeState: 'uncertain', changeBounds };
    const { container } = await renderAnalytics(
      <MetricCard metric="engagement-rate" />,
      { 'insight/engagement-rate': reply },
      address,
    );

    expect(await explanation(await screen.findByText('change not certain'))).toBe(
      'The change in your engagement rate from Nov 07, 2026 - Nov 13, 2026 is uncertain: between −10.8% and +35.8%',
    );
    expect(container.querySelector('[data-direction=up], [data-direction=down]')).toBeNull();
  });

  it('waits for Instagram’s own counts before it shows a change', async () => {
    const reply = { ...figures, change: null, percentChange: null, changeState: 'comparing', changeBounds: null };
    await renderAnalytics(<MetricCard metric="engagement-rate" />, { 'insight/engagement-rate': reply }, address);

    expect(await explanation(await screen.findByText('comparing…'))).toContain('is loading');
  });

  it('explains an estimated change by its range', async () => {
    const reply = { ...figures, changeState: 'estimated', changeBounds: { lower: 1.2, upper: null } };
    await renderAnalytics(<MetricCard metric="followers" />, { 'insight/followers': reply }, address);

    expect(await explanation(await screen.findByText('2.8%'))).toContain('. Estimated: at least +1.2%');
  });

  it('says how many days are compared while a day is running', async () => {
    const reply = {
      ...figures,
      comparison: { days: 6, of: 7, noDataBefore: null },
      series: [day(1200), { ...day(40, false), date: '2026-11-21' }],
    };
    const { container } = await renderAnalytics(
      <MetricCard metric="followers" />,
      { 'insight/followers': reply },
      address,
    );

    expect(await explanation(await screen.findByText('2.8%'))).toBe(
      'Your follower count is up from Nov 07, 2026 - Nov 13, 2026. Compared over the first 6 of 7 days. Then 1,200, now 1,234.',
    );
    expect(container.querySelector('path[data-running]')).toBeTruthy();
  });

  it('shows an uncoloured dash without a comparison', async () => {
    const reply = {
      ...figures,
      ...uncompared,
      comparison: { days: 0, of: 7, noDataBefore: '2024-11-24' },
    };
    const { container } = await renderAnalytics(
      <MetricCard metric="followers" />,
      { 'insight/followers': reply },
      address,
    );

    const trend = await screen.findByText('—');

    expect(await explanation(trend)).toBe('No data before Nov 24, 2024');
    expect(screen.getByText('no comparison')).toBeTruthy();
    expect(screen.queryByText('100.0%')).toBeNull();
    expect(container.querySelector('[data-direction=up], [data-direction=down]')).toBeNull();
  });

  it('draws a fall as a short red bar beside a pale bar of the specified width', async () => {
    const reply = { ...figures, change: -142, percentChange: -11.8 };
    const { container } = await renderAnalytics(
      <MetricCard metric="followers" />,
      { 'insight/followers': reply },
      address,
    );
    await screen.findByText('down');

    const width = (part: string) =>
      container.querySelector<HTMLElement>(`[data-direction=down] > [${part}]`)?.style.width;

    expect(parseFloat(width('data-bar') ?? '')).toBeCloseTo(88.2, 6);
    expect(parseFloat(width('data-lost') ?? '')).toBeCloseTo(11.8, 6);
  });

  it('retries a failed card on request', async () => {
    let answer: unknown = refused;
    await renderAnalytics(<MetricCard metric="followers" />, { 'insight/followers': () => answer }, address);
    const retry = await screen.findByRole('button', { name: 'Try again' });

    answer = figures;
    fireEvent.click(retry);

    expect(await screen.findByText('1.2k')).toBeTruthy();
  });

  it('shows zero, a flat trend and its sentence when the call fails', async () => {
    await renderAnalytics(<MetricCard metric="followers" />, { 'insight/followers': refused }, address);

    expect(await screen.findByText('Unable to calculate follower count')).toBeTruthy();
    expect(screen.getByText('0')).toBeTruthy();
    expect(screen.getByText('flat')).toBeTruthy();
    expect(await screen.findByText('Unabled to retreive follower count')).toBeTruthy();
  });

  it('shows missing days as missing instead of zero, and reports the running first sync', async () => {
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
    expect(screen.getByText('First sync in progress')).toBeTruthy();
    expect(screen.queryByText('0')).toBeNull();
  });

  it('opens its guide and closes it with Got it', async () => {
    await renderAnalytics(<MetricCard metric="followers" />, { 'insight/followers': figures }, address);
    await screen.findByText('2.8%');

    fireEvent.click(screen.getByRole('button', { name: 'Follower Count Card Guide' }));
    expect(await screen.findByRole('heading', { name: 'Follower Count Card Guide' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Got it' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Got it' })).toBeNull());
  });
});
