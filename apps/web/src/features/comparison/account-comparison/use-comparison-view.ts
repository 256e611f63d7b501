import { useSearch } from '@tanstack/react-router';
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
  const view = toView(useSearch({ strict: false }));
  const changeSearch = useChangeSearch();
  const change = (part: Partial<ComparisonView>) =>
    changeSearch((before) => ({ ...nothing, ...toSearch({ ...toView(before), ...part }) }));
  return [view, change];
}
