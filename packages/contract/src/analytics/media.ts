import { z } from 'zod';
import { AccountId, AccountIds } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { Instant, orderedRange } from './period.ts';
import { FilterMode } from './posts.ts';

export const Platform = z.enum(['instagram', 'instagram_account', 'instagram_media']);

const range = { isoStart: Instant, isoEnd: Instant, accountIds: AccountIds };
const ordered = orderedRange('isoStart', 'isoEnd');

/** What every call about the media of a range takes. */
export const MediaRange = z.strictObject({ ...range, platform: Platform }).superRefine(ordered);

export const mediaTypes = ['reel', 'video', 'carousel', 'story', 'image'] as const;
export const MediaType = z.enum(mediaTypes);
export type MediaType = z.infer<typeof MediaType>;

export const PublishedMedia = z.object({
  mediaId: z.string(),
  accountId: AccountId,
  mediaType: MediaType,
  timestamp: z.iso.datetime(),
  /** The day it counts for, as Instagram counts days. */
  day: z.iso.date(),
});
export type PublishedMedia = z.infer<typeof PublishedMedia>;

export const listMediaOfRange = endpoint({
  method: 'POST',
  path: '/media/list/date/range',
  access: 'user',
  summary: 'Everything that was published in a range, newest first',
  body: z.strictObject(range).superRefine(ordered),
  response: z.array(PublishedMedia),
  failures: ['account_not_found'],
});

const Count = z.number().int().nullable();

/** Null is "Instagram does not say". */
export const MediaMetrics = z.object({
  reach: Count,
  views: Count,
  likes: Count,
  comments: Count,
  saved: Count,
  shares: Count,
  total_interactions: Count,
  follows: Count,
  /** Interactions for every hundred accounts reached. */
  engagement_rate: z.number(),
});
export type MediaMetrics = z.infer<typeof MediaMetrics>;

export const MediaItem = PublishedMedia.extend({
  permalink: z.string().nullable(),
  mediaUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  caption: z.string(),
  hashtags: z.array(z.string()),
  mentions: z.array(z.string()),
  collaborators: z.array(z.string()),
  productType: z.enum(['FEED', 'REELS', 'STORY']),
  metadata: z.object({ mediaProductType: z.enum(['FEED', 'REELS', 'STORY']) }),
  /** What it gained in the range; what stood there before the first reading counts for the day of publishing. */
  metrics: MediaMetrics,
  /** The same for as many days just before the range; null when it was published later. */
  previousPeriodMetrics: MediaMetrics.nullable(),
  /** Instagram's totals as last read. */
  lifetimeMetrics: MediaMetrics.extend({ ig_reels_avg_watch_time: z.number().nullable() }),
});
export type MediaItem = z.infer<typeof MediaItem>;

export const mostMediaAtOnce = 500;

export const getMedia = endpoint({
  method: 'POST',
  path: '/media/get',
  access: 'user',
  summary: `The media of a range with what they gained in it: ${mostMediaAtOnce} a page, newest first`,
  body: z
    .strictObject({ ...range, platform: Platform, filterMode: FilterMode, page: z.int().min(0).max(1000).optional() })
    .superRefine(ordered),
  response: z.object({
    media: z.array(MediaItem),
    /** How many there are, beyond those that are told. */
    total: z.number().int(),
  }),
  failures: ['account_not_found'],
});
