import { z } from 'zod';
import { AccountId, AccountIds } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { mapNames } from '../map-names.ts';
import { exactness } from './approximation.ts';
import { postCatalogue, type PostMetricName } from './metric-catalogue.ts';
import { comparisonPeriod, Instant, orderedComparison, orderedRange, TimeZone } from './period.ts';
import { FilterMode } from './posts.ts';

export const Platform = z.enum(['instagram', 'instagram_account', 'instagram_media']);

const range = { isoStart: Instant, isoEnd: Instant, accountIds: AccountIds, timeZone: TimeZone.optional() };
const ordered = orderedRange('isoStart', 'isoEnd');

/** Parameters shared by all calls for a range's media. */
export const MediaRange = z.strictObject({ ...range, platform: Platform }).superRefine(ordered);

export const mediaTypes = ['reel', 'video', 'carousel', 'story', 'image'] as const;
export const MediaType = z.enum(mediaTypes);
export type MediaType = z.infer<typeof MediaType>;

export const PublishedMedia = z.object({
  mediaId: z.string(),
  accountId: AccountId,
  mediaType: MediaType,
  timestamp: z.iso.datetime(),
  /** Publish date: in `timeZone` if the request has one, else in Instagram's time zone. */
  day: z.iso.date(),
});
export type PublishedMedia = z.infer<typeof PublishedMedia>;

export const listMediaOfRange = endpoint({
  method: 'POST',
  path: '/media/list/date/range',
  evidence: '/metrics/media/evidence/published',
  access: 'user',
  member: 'client',
  scope: 'posts:read',
  cost: 'heavyRead',
  summary: 'Lists media published in a range, newest first',
  body: z.strictObject(range).superRefine(ordered),
  response: z.array(PublishedMedia),
  failures: ['account_not_found'],
});

/** Returns the fields of lifetime totals or deltas, with what they mean. */
export function toMetricFields<const Name extends PostMetricName>(names: readonly Name[]) {
  return mapNames(names, (name) => {
    const { unit, meaning } = postCatalogue[name];
    const isWhole = unit === 'count' || unit === 'people';
    return (isWhole ? z.number().int() : z.number()).nullable().describe(meaning);
  });
}

/** Counts that add up over days and posts; null means that Instagram does not report it. */
export const MediaCounts = z.object({
  ...toMetricFields(['reach']),
  impressions: z.number().int().nullable().describe('Always null: Instagram replaced impressions with views'),
  ...toMetricFields(['views', 'likes', 'comments', 'saved', 'shares', 'total_interactions', 'follows']),
});
export type MediaCounts = z.infer<typeof MediaCounts>;
export const MediaMetricName = MediaCounts.keyof();
export type MediaMetricName = z.infer<typeof MediaMetricName>;
export const mediaMetricNames = MediaMetricName.options;

export const MediaMetrics = MediaCounts.extend({
  /** Interactions per hundred accounts reached. */
  engagement_rate: z.number(),
});
export type MediaMetrics = z.infer<typeof MediaMetrics>;

export const MediaItem = PublishedMedia.extend({
  permalink: z.string().nullable(),
  mediaUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  caption: z.string(),
  /** Seconds; null if Instagram does not report it, currently always. */
  duration: z.number().nullable(),
  /** IDs for a carousel's pictures and videos; always null, because they are not stored. */
  children: z.array(z.string()).nullable(),
  hashtags: z.array(z.string()),
  mentions: z.array(z.string()),
  collaborators: z.array(z.string()),
  /** Same accounts as `collaborators`. */
  coauthors: z.array(z.string()),
  productType: z.enum(['FEED', 'REELS', 'STORY']),
  metadata: z.object({ mediaProductType: z.enum(['FEED', 'REELS', 'STORY']) }),
  /** Deltas in the range; totals at the first sync count on the publish date. */
  metrics: MediaMetrics,
  /** Deltas in the comparison period, or else in as many days before the range; null if published later. */
  previousPeriodMetrics: MediaMetrics.nullable(),
  /** Applies to `metrics`; `lifetimeMetrics` are Instagram's own totals. */
  ...exactness,
  /** Instagram's totals at the last sync. */
  lifetimeMetrics: MediaMetrics.extend({ ig_reels_avg_watch_time: z.number().nullable() }),
});
export type MediaItem = z.infer<typeof MediaItem>;

export const mediaPageSize = 500;

export const getMedia = endpoint({
  method: 'POST',
  path: '/media/get',
  evidence: '/metrics/media/evidence/views',
  access: 'user',
  member: 'client',
  scope: 'posts:read',
  cost: 'heavyRead',
  summary: `Lists a range’s media with their metrics in that range, newest first, ${mediaPageSize} per page`,
  body: z
    .strictObject({
      ...range,
      ...comparisonPeriod,
      platform: Platform,
      filterMode: FilterMode,
      page: z.int().min(0).max(1000).optional(),
    })
    .superRefine(ordered)
    .superRefine(orderedComparison),
  response: z.object({
    media: z.array(MediaItem),
    /** Total number; the response may contain fewer. */
    total: z.number().int(),
  }),
  failures: ['account_not_found'],
});
