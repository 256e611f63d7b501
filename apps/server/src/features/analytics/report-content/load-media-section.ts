import { maxReportPosts, type MediaItem, type ReportSection } from '@tidemark/contract';
import { mediaTotals } from '@tidemark/presentation';
import { precedingPeriod } from '../formulas/period.ts';
import { loadMedia } from '../highlights/load-media.ts';
import type { SectionDeps, SectionRequest } from './load-published.ts';

type Section = Extract<ReportSection, { kind: 'media' }>;

/** Loads the newest media with their results in the range, and the totals for as many as the Overview shows. */
export async function loadMediaSection(deps: SectionDeps, { scope, periods, zone }: SectionRequest): Promise<Section> {
  const { current, previous } = periods;
  const { media } = await loadMedia(deps, scope, {
    period: current,
    previous: previous ?? precedingPeriod(current),
    zone,
    mode: 'combined',
    page: 0,
  });
  const totals = mediaTotals(media);
  return {
    kind: 'media',
    comment: '',
    count: media.length,
    totals: previous ? totals : totals.map((total) => ({ ...total, previous: null })),
    media: media.slice(0, maxReportPosts).map(toReportMedium),
  };
}

function toReportMedium(item: MediaItem): Section['media'][number] {
  const { mediaId, accountId, mediaType, caption, timestamp, permalink, thumbnailUrl } = item;
  const { views, reach, total_interactions: interactions } = item.metrics;
  return {
    mediaId,
    accountId,
    mediaType,
    caption,
    publishedAt: timestamp,
    permalink,
    // Instagram's own URLs expire, and would tell Instagram who reads the report.
    thumbnailUrl: thumbnailUrl?.startsWith('/') ? thumbnailUrl : null,
    views,
    reach,
    interactions,
    approx: item.approx,
  };
}
