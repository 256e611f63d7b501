import {
  cutText,
  type ApproximationReason,
  type FormatPerformance,
  type MeasuredMedia,
  type MediaAggregate,
  type MediaMetricName,
  type MediaTotals,
  mediaTypes,
  type PostRow,
} from '@tidemark/contract';
import type { Period } from './period.ts';
import { boundDelta, type ObservedMedia } from './delta-reasons.ts';
import { type Bounds, toExactness } from './exactness.ts';
import { missingCounts, sumCounts, toCounts, toRate, type KnownCounts } from './known-counts.ts';
import { toMediaType } from './media-item.ts';
import { combinePeople } from './people-bounds.ts';
import { toMediaKey } from './media-key.ts';
import { toThumbnailUrl, safeLink } from './post-row.ts';

/** A media item with its deltas in a period, and lifetime totals where Instagram reports only those. */
export interface MeasuredRow extends KnownCounts, ObservedMedia {
  account_id: string;
  media_id: string;
  media_type: PostRow['type'];
  caption: string;
  permalink: string | null;
  media_url: string | null;
  thumbnail_url: string | null;
  thumbnail_key: string | null;
  published_at: Date;
  collaborators: string[];
  profile_visits: number | null;
  link_clicks: number | null;
  activity_bio_link: number | null;
  activity_call: number | null;
  activity_direction: number | null;
  activity_email: number | null;
  activity_text: number | null;
  activity_other: number | null;
  taps_forward: number | null;
  taps_back: number | null;
  exits: number | null;
  swipes_forward: number | null;
}

/** Reasons why each post's metrics are approximate, by media key; posts without reasons may be omitted. */
export type ReasonsByMedia = ReadonlyMap<string, readonly ApproximationReason[]>;

interface TotalsBasis {
  names: readonly MediaMetricName[];
  media: number;
  reasons: readonly ApproximationReason[];
  /** Bounds for the people reached by all posts together. */
  reach?: Bounds;
}

export function toTotals(counts: KnownCounts, { names, media, reasons, reach }: TotalsBasis): MediaTotals {
  const reachExactness = toExactness(media > 1 ? [...reasons, 'summed_accounts'] : reasons, reach);
  return {
    ...toCounts(counts, names),
    avgEngagementRate: toRate(counts),
    ...toExactness(reasons),
    reachIsApprox: reachExactness.isApprox,
    reachApprox: reachExactness.approx,
  };
}

/** Returns the previous totals; null if nothing had been published or fetched by then: unknown, not zero. */
export function toPreviousTotals(
  counts: KnownCounts & { changed_posts: number },
  earlier: readonly { existed: number; complete: boolean; is_stored: boolean }[],
  names: readonly MediaMetricName[],
  isCorrected: boolean,
): MediaTotals | null {
  if (earlier.length === 0 || !earlier.every(({ is_stored }) => is_stored)) return null;
  const reasons: ApproximationReason[] = isCorrected ? ['revised_by_instagram'] : [];
  if (!earlier.every(({ complete }) => complete)) reasons.push('before_first_sync');
  return toTotals(counts, { names, media: counts.changed_posts, reasons });
}

/** Bounds the reach: people reached by one post are among the people reached by all. */
export function boundReach(rows: readonly MeasuredRow[], reasonsByMedia: ReasonsByMedia, period: Period): Bounds {
  const bounds = rows.map((row) => boundDelta(row.reach ?? 0, reasonsByMedia.get(toMediaKey(row)) ?? [], row, period));
  const { lower, upper } = combinePeople(bounds.map((one) => ({ ...one, shown: 0 })));
  return { lower, upper };
}

/** Sorts by most interactions; ties go to the later post, then to the smaller ID. */
export function byInteractions(one: MeasuredRow, other: MeasuredRow): number {
  return (
    (other.interactions ?? 0) - (one.interactions ?? 0) ||
    other.published_at.getTime() - one.published_at.getTime() ||
    (one.media_id < other.media_id ? -1 : Number(one.media_id > other.media_id))
  );
}

/** Returns the requested metrics and the rate, which is always included. */
export function toMeasured(
  row: MeasuredRow,
  names: readonly MediaMetricName[],
  reasons: readonly ApproximationReason[] = [],
): MeasuredMedia {
  return {
    ...toCounts(row, names),
    mediaId: row.media_id,
    accountId: row.account_id,
    mediaType: toMediaType(row),
    timestamp: row.published_at.toISOString(),
    caption: shortened(row.caption),
    permalink: safeLink(row.permalink),
    thumbnailUrl: toPicture(row),
    collaborators: row.collaborators,
    engagement_rate: toRate(row),
    ...toExactness(reasons),
  };
}

function toPicture(row: MeasuredRow): string | null {
  if (row.thumbnail_key !== null) return toThumbnailUrl(row, row.thumbnail_key);
  return safeLink(row.thumbnail_url ?? (row.media_type === 'VIDEO' ? null : row.media_url));
}

function shortened(caption: string): string {
  const text = caption.trim();
  const start = cutText(text, { maxCharacters: 100 });
  return start === text ? text : `${cutText(start, { maxCharacters: 97 })}...`;
}

/** Returns totals by format, in the contract's order; omits formats without media. */
export function toFormats(
  rows: readonly MeasuredRow[],
  reasonsByMedia: ReasonsByMedia = new Map(),
  sharedReasons: readonly ApproximationReason[] = [],
): FormatPerformance[] {
  const byType = Map.groupBy(rows, toMediaType);
  return mediaTypes.flatMap((mediaType) => {
    const of = byType.get(mediaType);
    if (!of) return [];
    const { reach, views, interactions } = sumCounts(of);
    const reasons = [...of.flatMap((row) => reasonsByMedia.get(toMediaKey(row)) ?? []), ...sharedReasons];
    return [
      {
        mediaType,
        posts: of.length,
        reach: reach ?? 0,
        views: views ?? 0,
        total_interactions: interactions ?? 0,
        engagement_rate: toRate({ reach, interactions }),
        ...toExactness(of.length > 1 ? [...reasons, 'summed_accounts'] : reasons),
      },
    ];
  });
}

/** Deltas on one day; days without any have no row. */
export interface DeltaDay extends KnownCounts {
  day: string;
  /** Posts with a change, and the key of one such post. */
  changed_posts: number;
  first_media: string;
}

/** Sums deltas over days; a `changed_posts` value 2 means two or more. */
export function sumDeltaDays(days: readonly DeltaDay[]): KnownCounts & { changed_posts: number } {
  const [first] = days;
  const isOne = days.every(
    ({ changed_posts, first_media }) => changed_posts === 1 && first_media === first?.first_media,
  );
  return { ...(first ? sumCounts(days) : missingCounts), changed_posts: first ? (isOne ? 1 : 2) : 0 };
}

/**
 * Returns daily metrics. A day without deltas is zero between two syncs, and null before the first and after the last.
 */
export function toDailyMetrics(
  deltas: readonly DeltaDay[],
  rows: readonly MeasuredRow[],
  { days, names }: { days: readonly string[]; names: readonly MediaMetricName[] },
): MediaAggregate['dailyMetrics'] {
  const byDay = new Map(deltas.map((delta) => [delta.day, delta]));
  let [first, last] = [rows[0]?.first_observed_day ?? '', rows[0]?.observed_day ?? ''];
  for (const { first_observed_day, observed_day } of rows) {
    if (first_observed_day < first) first = first_observed_day;
    if (observed_day > last) last = observed_day;
  }
  const isBetween = (date: string) => rows.length > 0 && date > first && date <= last;
  const nothing = sumCounts([]);
  return days.map((date) => {
    const counts = byDay.get(date) ?? (isBetween(date) ? nothing : missingCounts);
    return { date, ...toCounts(counts, names) };
  });
}
