import { addDays } from '@tidemark/contract/calendar-day';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { exact, final } from '#web/features/metrics/metrics.fixtures.ts';
import { refused, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { KeyChart } from './key-chart.tsx';
import { MetricCard } from './metric-card.tsx';
import { useKeyChart } from './use-key-chart.ts';

const address = '/?from=2026-11-14&to=2026-11-20';
const toDays = (from: string, values: readonly (number | null)[]) =>
  values.map((value, index) => ({ date: addDays(from, index), value, isClosed: true }));
const figures = {
  current: 4,
  previous: 5,
  percentChange: -20,
  change: -1,
  ...final,
  ...exact,
  comparison: { days: 7, of: 7, noDataBefore: null },
  series: toDays('2026-11-14', [4, 4, 4, 9, 9, 9, 9]),
};
const before = {
  ...figures,
  series: toDays(
    addDays('2026-11-14', -84),
    Array.from({ length: 84 }, () => 4),
  ),
};
const answer = (earlier: unknown) => (body: { cStart: string }) => (body.cStart < '2026-11' ? earlier : figures);

function Shown() {
  const [chart, openChart] = useKeyChart();
  return (
    <>
      <MetricCard metric="engagement-rate" />
      {chart && <KeyChart metric={chart} onClose={() => openChart(null)} fallback={null} />}
    </>
  );
}

it('a card’s title opens its days as a chart against twelve weeks before, and closes it', async () => {
  const { asked } = await renderAnalytics(<Shown />, { 'insight/engagement-rate': answer(before) }, address);
  const title = await screen.findByRole('button', { name: 'Engagement Rate' });
  await screen.findByText('4.0%');

  fireEvent.click(title);

  expect(await screen.findByText('4 of 7 complete days were above the usual range.')).toBeTruthy();
  expect(title.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getAllByText('9.0%; usually 4.0% to 4.0%')).toHaveLength(4);
  expect(asked.map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ cStart: '2026-08-22T00:00:00.000Z', cEnd: '2026-11-13T23:59:59.999Z' }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Close the chart' }));
  await waitFor(() => expect(screen.queryByText('Engagement Rate by day')).toBeNull());
});

it('the chart says that what is usual is not known yet, or could not be loaded', async () => {
  const young = { ...before, series: before.series.map((day) => ({ ...day, value: null })) };
  const shown = await renderAnalytics(
    <Shown />,
    { 'insight/engagement-rate': answer(young) },
    `${address}&chart=engagement-rate`,
  );
  expect(await screen.findByText(/^What is usual is not known yet/)).toBeTruthy();
  shown.unmount();

  await renderAnalytics(<Shown />, { 'insight/engagement-rate': answer(refused) }, `${address}&chart=engagement-rate`);
  expect(await screen.findByText('What is usual could not be loaded.')).toBeTruthy();
});

it('followers are described by their growth, without a request for what is usual', async () => {
  const followers = { ...figures, series: toDays('2026-11-14', [1_000, null, 1_030]) };
  const { asked } = await renderAnalytics(
    <Shown />,
    { 'insight/engagement-rate': answer(before), 'insight/followers': followers },
    `${address}&chart=followers`,
  );

  expect(await screen.findByText('30 more on the last day than on the first: 1,000, then 1,030.')).toBeTruthy();
  expect(asked.filter(({ path }) => path.endsWith('insight/followers'))).toHaveLength(1);
});

it('ignores an unknown metric in the address', async () => {
  await renderAnalytics(<Shown />, { 'insight/engagement-rate': figures }, `${address}&chart=post-activity`);

  await screen.findByText('4.0%');
  expect(screen.queryByRole('button', { name: 'Close the chart' })).toBeNull();
});
