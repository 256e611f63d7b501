import { useNavigate, useSearch } from '@tanstack/react-router';
import { type DemographicView, demographicsSearch } from './demographics-search.ts';

/** Keeps the view in the URL, so that a shared link shows the same. */
export function useDemographicView(): [DemographicView, (view: DemographicView) => void] {
  const audience = useSearch({ strict: false, select: (search) => demographicsSearch(search).audience }) ?? 'avatar';
  const navigate = useNavigate();
  const choose = (view: DemographicView) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, audience: view === 'avatar' ? undefined : view }),
      replace: true,
      resetScroll: false,
    });
  return [audience, choose];
}
