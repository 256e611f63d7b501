import { useSearch } from '@tanstack/react-router';
import { useNetworkMetrics } from '#web/features/accounts/index.ts';
import { useChangeSearch } from '#web/platform/use-change-search.ts';
import { type ComparisonView, toSearch, toView } from './comparison-view.ts';

const nothing = {
  by: undefined,
  order: undefined,
  chart: undefined,
  scale: undefined,
  lines: undefined,
  only: undefined,
};

/** Keeps the view in the URL, so that a shared link shows the same. */
export function useComparisonView(): [ComparisonView, (change: Partial<ComparisonView>) => void] {
  const metrics = useNetworkMetrics();
  const view = toView(useSearch({ strict: false }), metrics);
  const changeSearch = useChangeSearch();
  const change = (part: Partial<ComparisonView>) =>
    changeSearch((before) => ({ ...nothing, ...toSearch({ ...toView(before, metrics), ...part }, metrics) }));
  return [view, change];
}
