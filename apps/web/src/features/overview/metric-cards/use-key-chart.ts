import { useSearch } from '@tanstack/react-router';
import type { SmallCardMetric } from '#web/features/metrics/index.ts';
import { useChangeSearch } from '#web/platform/use-change-search.ts';
import { keyChartSearch } from './key-chart-search.ts';

/** Keeps the key metric that is open as a large chart in the URL. */
export function useKeyChart(): [SmallCardMetric | null, (metric: SmallCardMetric | null) => void] {
  const chart = useSearch({ strict: false, select: (search) => keyChartSearch(search).chart }) ?? null;
  const changeSearch = useChangeSearch();
  return [chart, (metric) => changeSearch(() => ({ chart: metric ?? undefined }))];
}
