import { useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useChangeSearch } from '#web/platform/use-change-search.ts';
import { insightsSearch, type InsightsView, toInsightsSearch, toInsightsView } from './insights-search.ts';

const nothing = { strip: undefined, format: undefined, media: undefined };

/** Keeps the selection and the strip's filters in the URL, so that a shared link shows the same view. */
export function useInsightsView(): [InsightsView, (change: Partial<InsightsView>) => void] {
  const written = useSearch({ strict: false, select: (search) => JSON.stringify(insightsSearch(search)) });
  const view = useMemo(() => toInsightsView(JSON.parse(written)), [written]);
  const changeSearch = useChangeSearch();
  const change = useCallback(
    (part: Partial<InsightsView>) =>
      changeSearch((before) => ({ ...nothing, ...toInsightsSearch({ ...toInsightsView(before), ...part }) })),
    [changeSearch],
  );
  return [view, change];
}
