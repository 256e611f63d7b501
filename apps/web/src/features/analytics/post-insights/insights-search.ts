import { type FilterMode, filterModes } from '@tidemark/contract';

/** How the tab is written in the address; what is as it is at first is not written. */
export interface InsightsSearch {
  tab?: AnalyticsTab;
  strip?: FilterMode;
  format?: string;
  media?: string;
}

export const analyticsTabs = ['overview', 'post-insights'] as const;
export type AnalyticsTab = (typeof analyticsTabs)[number];

/** An address must stay short enough for every server on its way. */
export const mostPicked = 200;

export interface InsightsView {
  filterMode: FilterMode;
  /** As the dropdown names it; null is all formats. */
  format: string | null;
  picked: readonly string[];
}

/** What of an address speaks of the tab and its selection; anything that makes no sense is dropped. */
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
    picked: [...new Set(ids)].slice(0, mostPicked).toSorted(),
  };
}

export function toInsightsSearch({ filterMode, format, picked }: InsightsView): InsightsSearch {
  return {
    ...(filterMode !== 'combined' && { strip: filterMode }),
    ...(format !== null && { format }),
    ...(picked.length > 0 && { media: picked.toSorted().join(',') }),
  };
}

/** Clicking a card turns it on or off; null when there is no room for one more. */
export function toggled(picked: readonly string[], id: string): string[] | null {
  if (picked.includes(id)) return picked.filter((one) => one !== id);
  return picked.length < mostPicked ? [...picked, id].toSorted() : null;
}
