export const demographicViews = ['avatar', 'age-gender', 'geography'] as const;
export type DemographicView = (typeof demographicViews)[number];

/** Parses the view in the URL, omitting the default. */
export function demographicsSearch(search: Record<string, unknown>): { audience?: DemographicView } {
  const audience = demographicViews.find((view) => view === search['audience']);
  return audience && audience !== 'avatar' ? { audience } : {};
}
