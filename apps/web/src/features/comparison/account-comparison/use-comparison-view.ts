import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComparisonView, toSearch, toView } from './comparison-view.ts';

const nothing = { by: undefined, order: undefined, chart: undefined, scale: undefined, lines: undefined };

/** Keeps the view in the URL, so that a shared link shows the same. */
export function useComparisonView(): [ComparisonView, (change: Partial<ComparisonView>) => void] {
  const view = toView(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (part: Partial<ComparisonView>) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({
        ...before,
        ...nothing,
        ...toSearch({ ...toView(before), ...part }),
      }),
      replace: true,
      resetScroll: false,
    });
  return [view, change];
}
