import { useQueries } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import { exact, final } from '#web/features/metrics/metrics.fixtures.ts';
import { renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { usePeriod } from '#web/features/periods/index.ts';
import { metricCardQuery } from '../metric-cards/metric-card.query.ts';
import { firstCards, useHasCards } from './use-headline.ts';

const card = {
  current: 3,
  previous: 2,
  change: 1,
  percentChange: 50,
  ...final,
  comparison: { days: 7, of: 7, noDataBefore: null },
  series: [],
  ...exact,
};

function Cards() {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  useQueries({ queries: firstCards.map((metric) => metricCardQuery(metric, accountIds, period)) });
  return null;
}

it('draws the page once for a period whose cards have loaded before', async () => {
  let renders = 0;
  function Page() {
    renders++;
    return (
      <>
        {useHasCards() ? 'complete' : 'incomplete'} for {usePeriod().label}
        <Cards />
      </>
    );
  }
  const { router } = await renderAnalytics(<Page />, Object.fromEntries(firstCards.map((name) => [`/${name}`, card])));
  const choose = (preset: string) => act(() => router.navigate({ to: '.', search: { preset } as never }));
  await screen.findByText('complete for Last 7 Days');
  await choose('last-30-days');
  await screen.findByText('complete for Last 30 Days');
  const before = renders;

  await choose('last-7-days');

  await waitFor(() => expect(screen.getByText('complete for Last 7 Days')).toBeDefined());
  expect(renders - before).toBe(1);
});
