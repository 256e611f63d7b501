import type { AppComparison } from '@tidemark/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { account, refused, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { AppComparisonCard } from './app-comparison-card.tsx';
import { parseTypedNumber } from './typed-number.ts';

const exact = { isApprox: false, approx: null };
const newest: AppComparison = {
  id: '0f0f0f0f-0000-4000-8000-000000000002',
  accountId: account._id,
  from: '2025-11-12',
  to: '2025-11-14',
  createdAt: '2025-11-20T12:00:00.000Z',
  differences: [
    {
      metric: 'reach',
      app: 10_281,
      tidemark: {
        value: 21_019,
        isApprox: true,
        approx: { reasons: ['summed_people'], lower: 12_000, upper: 21_019 },
      },
      difference: -10_738,
      cause: 'reach_counted_differently',
    },
    { metric: 'views', app: 46_129, tidemark: { value: 46_129, ...exact }, difference: 0, cause: 'matches' },
  ],
};
const older: AppComparison = {
  ...newest,
  id: '0f0f0f0f-0000-4000-8000-000000000001',
  from: '2025-10-01',
  to: '2025-10-01',
  differences: [{ metric: 'newFollowers', app: 5, tidemark: null, difference: null, cause: 'no_value' }],
};
const path = `/app-comparisons?accountId=${account._id}`;
const card = <AppComparisonCard account={account} />;
const listed = (...comparisons: AppComparison[]) => ({ [path]: { comparisons } });
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('shows the newest comparison as a table, and earlier ones below', async () => {
  await renderAnalytics(card, listed(newest, older));

  const table = await screen.findByRole('table', { name: 'Newest comparison' });
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
  expect(cells).toEqual([
    ['Reach', '10,281', '21,019', '−10,738', expect.stringMatching(/^Counted differently.*know why yet/)],
    ['Views', '46,129', '46,129', '0', expect.stringMatching(/^Agrees/)],
  ]);
  expect(within(table).getByRole('button', { name: /Approximate.*between 12,000 and 21,019/ })).toBeTruthy();
  expect(screen.getByRole('heading', { name: /Nov 12 to Nov 14, 2025/ })).toBeTruthy();
  expect(screen.getByText('New followers: 5 in the app · nothing in Tidemark · No number')).toBeTruthy();
});

it("sends one day's entries, shows the result and clears the fields", async () => {
  const { asked } = await renderAnalytics(card, {
    ...listed(older),
    '/app-comparisons': { status: 201, body: newest },
  });
  await screen.findByRole('heading', { name: /Oct 01, 2025/ });
  const button = screen.getByRole('button', { name: 'Compare' });
  expect(button).toHaveProperty('disabled', true);

  type('Day', '2025-11-12');
  type('Views', '46,129');
  fireEvent.click(button);

  expect(await screen.findByRole('heading', { name: /Nov 12 to Nov 14, 2025/ })).toBeTruthy();
  expect(asked.find((call) => call.path === '/app-comparisons')?.body).toEqual({
    accountId: account._id,
    from: '2025-11-12',
    to: '2025-11-12',
    timeZone: expect.any(String),
    views: 46_129,
  });
  expect(screen.getByLabelText('Views')).toHaveProperty('value', '');
  expect(screen.getByText(/New followers: 5/)).toBeTruthy();
});

it('accepts up to 90 days and whole numbers only', async () => {
  await renderAnalytics(card, listed());
  await screen.findByText('Nothing compared yet');
  const button = screen.getByRole('button', { name: 'Compare' });
  fireEvent.click(screen.getByRole('radio', { name: 'Several days' }));
  type('First day', '2025-01-01');
  type('Last day', '2025-03-31');
  type('Reach', '46.1K');
  expect(screen.getByRole('alert').textContent).toBe('A whole number, such as 46,129');
  expect(button).toHaveProperty('disabled', true);

  type('Reach', '46129');
  expect(button).toHaveProperty('disabled', false);
  type('Last day', '2025-04-01');

  expect(screen.getByRole('alert').textContent).toBe('At most 90 days');
  expect(button).toHaveProperty('disabled', true);
});

it('deletes a comparison after confirmation', async () => {
  let comparisons = [newest, older];
  await renderAnalytics(card, {
    [path]: () => ({ comparisons }),
    [`/app-comparisons/${newest.id}`]: () => {
      comparisons = [older];
      return { id: newest.id };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete the comparison of Nov 12 to Nov 14, 2025' }));

  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));

  expect(await screen.findByRole('heading', { name: /Oct 01, 2025/ })).toBeTruthy();
  expect(screen.queryByText('Earlier comparisons')).toBeNull();
});

it('downloads the report', async () => {
  const { asked } = await renderAnalytics(card, {
    ...listed(newest),
    [`/app-comparisons/report?accountId=${account._id}`]: { comparisons: [] },
  });

  fireEvent.click(await screen.findByRole('button', { name: 'Download report' }));

  await vi.waitFor(() => expect(asked.some((call) => call.path.includes('/report'))).toBe(true));
});

it('reports failed loading or comparing, and keeps the entries', async () => {
  await renderAnalytics(card, { [path]: refused, '/app-comparisons': refused });
  expect(await screen.findByText('Could not load comparisons')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Download report' })).toBeNull();

  type('Reach', '12');
  fireEvent.click(screen.getByRole('button', { name: 'Compare' }));

  expect((await screen.findByRole('alert')).textContent).toContain('No');
  expect(screen.getByLabelText('Reach')).toHaveProperty('value', '12');
});

it('shows a placeholder while comparisons load', async () => {
  const { container } = await renderAnalytics(card, { [path]: () => new Promise(() => undefined) });

  await screen.findByRole('button', { name: 'Compare' });

  expect(container.querySelector('[data-skeleton]')).not.toBeNull();
});

it.each([
  ['46129', 46_129],
  ['46,129', 46_129],
  ['1.046.129', 1_046_129],
  ['46 129', 46_129],
  ['0', 0],
  ['46.1', null],
  ['46K', null],
  ['-1', null],
  ['1,2', null],
  ['', null],
])('reads %j as %s', (text, number) => {
  expect(parseTypedNumber(text)).toBe(number);
});
