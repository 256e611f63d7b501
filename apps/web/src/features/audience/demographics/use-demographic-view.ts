import { useSearch } from '@tanstack/react-router';
import { useChangeSearch } from '#web/platform/use-change-search.ts';
import { type DemographicView, demographicsSearch } from './demographics-search.ts';

/** Keeps the view in the URL, so that a shared link shows the same. */
export function useDemographicView(): [DemographicView, (view: DemographicView) => void] {
  const audience = useSearch({ strict: false, select: (search) => demographicsSearch(search).audience }) ?? 'avatar';
  const changeSearch = useChangeSearch();
  const choose = (view: DemographicView) => changeSearch(() => ({ audience: view === 'avatar' ? undefined : view }));
  return [audience, choose];
}
