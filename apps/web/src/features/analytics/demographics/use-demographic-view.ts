import { useNavigate, useSearch } from '@tanstack/react-router';

export const demographicViews = ['avatar', 'age-gender', 'geography'] as const;
export type DemographicView = (typeof demographicViews)[number];

/** Parses the view in the URL, omitting the default. */
export function demographicsSearch(search: Record<string, unknown>): { audience?: DemographicView } {
  const audience = demographicViews.find((view) => view === search['audience']);
  return audience && audience !== 'avatar' ? { audience } : {};
}

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
