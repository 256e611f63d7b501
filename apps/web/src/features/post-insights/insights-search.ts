import { type FilterMode, filterModes } from '@tidemark/contract';

/** The tab's URL parameters; defaults are omitted. */
export interface InsightsSearch {
  tab?: AnalyticsTab;
  strip?: FilterMode;
  format?: string;
  media?: string;
}

export const analyticsTabs = ['overview', 'post-insights'] as const;
export type AnalyticsTab = (typeof analyticsTabs)[number];

/** Limits the URL's length: some servers on the way reject long ones. */
export const maxPicked = 200;

export interface InsightsView {
  filterMode: FilterMode;
  /** Format chosen in the dropdown; null means all. */
  format: string | null;
  picked: readonly string[];
}

/** Parses the tab's parameters from a URL, including the selection, dropping invalid values. */
export function insightsSearch(search: Record<string, unknown>): InsightsSearch {
  const tab = search['tab'] === 'post-insights' ? ({ tab: 'post-insights' } as const) : {};
  return { ...tab, ...toInsightsSearch(toInsightsView(search)) };
}

export function toInsightsView(search: Record<string, unknown>): InsightsView {
  const { strip, format, media } = search;
  const ids = typeof media === 'string' ? media.split(',').filter((id) => /^\w{1,64}$/.test(id)) : [];
  return {
    filterMode: filterModes.find((mode) => mode === strip) ?? 'combined',
    format: typeof format === 'string' && /^[A-Z][a-z ]{2,30}$/.test(format) ? format : null,
    picked: [...new Set(ids)].slice(0, maxPicked).toSorted(),
  };
}

export function toInsightsSearch({ filterMode, format, picked }: InsightsView): InsightsSearch {
  return {
    ...(filterMode !== 'combined' && { strip: filterMode }),
    ...(format !== null && { format }),
    ...(picked.length > 0 && { media: picked.toSorted().join(',') }),
  };
}

/** Toggles a card; null when the maximum is reached. */
export function toggled(picked: readonly string[], id: string): string[] | null {
  if (picked.includes(id)) return picked.filter((one) => one !== id);
  return picked.length < maxPicked ? [...picked, id].toSorted() : null;
}
