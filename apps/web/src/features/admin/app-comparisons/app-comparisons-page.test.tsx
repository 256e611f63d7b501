import type { AnonymousComparison } from '@tidemark/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/platform/query-client.ts';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { AppComparisonsPage } from './app-comparisons-page.tsx';

const exact = { isApprox: false, approx: null };
const comparison: AnonymousComparison = {
  account: 2,
  from: '2026-11-12',
  to: '2026-11-12',
  createdAt: '2026-11-20T12:00:00.000Z',
  differences: [
    { metric: 'reach', app: 1_000, tidemark: { value: 900, ...exact }, difference: 100, cause: 'one_day_off' },
    { metric: 'views', app: 5_000, tidemark: { value: 5_000, ...exact }, difference: 0, cause: 'matches' },
  ],
};

function show(reply: StubbedApi['replies'][string]) {
  const api = stubApi({
    'GET /admin/app-comparisons': reply,
    'GET /admin/app-comparisons/report': { comparisons: [] },
  });
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  render(
    <QueryClientProvider client={queries}>
      <AppComparisonsPage />
    </QueryClientProvider>,
  );
  return api;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it('lists every difference by numbered account', async () => {
  show({ comparisons: [comparison], total: 1 });
  await screen.findByText('Views');

  const rows = screen.getAllByRole('row').slice(1);
  const texts = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  );

  expect(texts.map((cells) => cells.slice(0, 6))).toEqual([
    ['Account 2Nov 12, 2026', 'Nov 20, 2026', 'Reach', '1,000', '900', '+100'],
    ['Account 2Nov 12, 2026', 'Nov 20, 2026', 'Views', '5,000', '5,000', '0'],
  ]);
  expect(texts[0]?.[6]).toMatch(/^One day off.*developers/);
});

it('says that it lists only the newest differences, and downloads all', async () => {
  const api = show({ comparisons: [comparison], total: 1_201 });
  expect(await screen.findByText(/The newest 1 of 1,201/)).toBeTruthy();

  fireEvent.click(screen.getByRole('button', { name: 'Download report' }));

  await vi.waitFor(() => expect(api.calls).toContain('GET /admin/app-comparisons/report'));
});

it('says where to compare while the list is empty', async () => {
  show({ comparisons: [], total: 0 });

  expect(await screen.findByText('No comparisons yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Download report' })).toBeNull();
});

it('offers a retry when loading fails', async () => {
  const api = show({ refuse: 'database_unavailable' });
  await screen.findByText('Could not load comparisons');
  api.replies['GET /admin/app-comparisons'] = { comparisons: [comparison], total: 1 };

  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByText('Views')).toBeTruthy();
});
