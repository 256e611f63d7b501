import { z } from 'zod';
import { AccountId, AccountIds } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { MediaType } from './media.ts';
import { Instant, orderedRange, TimeZone } from './period.ts';
import { Hashtag, PostOfAccount } from './post-labels.ts';
import { PostFormat } from './posts.ts';

/** Metrics to sort posts by; the rate is interactions per hundred accounts reached. */
export const galleryMetrics = [
  'views',
  'reach',
  'interactions',
  'engagementRate',
  'likes',
  'comments',
  'saved',
  'shares',
  'follows',
] as const;
export const GalleryMetric = z.enum(galleryMetrics);
export type GalleryMetric = z.infer<typeof GalleryMetric>;

/** Fewer posts have no median to compare with. */
export const minPostsForMedian = 5;
export const pickedPosts = 9;
/** The worst posts leave out younger ones, whose results still grow. */
export const minHoursForWorst = 48;
export const maxPostsToCompare = 8;
export const maxListedHashtags = 10;
/** Days to the range's end whose posts say what is usual, unless the range is longer. */
export const usualDays = 90;

const Count = z.number().int();

export const GalleryPost = z.object({
  mediaId: z.string(),
  accountId: AccountId,
  mediaType: MediaType,
  timestamp: z.iso.datetime(),
  caption: z.string(),
  /** Null for a reel or video without a cover. */
  pictureUrl: z.string().nullable(),
  /** Lifetime totals at the last sync; null if Instagram does not report the metric. */
  metrics: z.record(GalleryMetric, z.number().nullable()),
  /**
   * Median for the requested metric: of the account's posts in the same format, or in all formats if that has fewer than
   * five. Covers the range, or the 90 days to its end if that is longer. Null with fewer posts.
   */
  usual: z.object({ median: z.number(), posts: Count, isOfFormat: z.boolean() }).nullable(),
  /** The post's value divided by `usual.median`; null if either is missing, or the median is 0. */
  timesUsual: z.number().nullable(),
});
export type GalleryPost = z.infer<typeof GalleryPost>;

const resultGroup = {
  /** Posts for which Instagram reports the metric. */
  posts: Count,
  /** Null without posts. */
  median: z.number().nullable(),
  /**
   * Median of the posts' values, each divided by its account's usual, so that accounts of different sizes can be
   * compared. Null with fewer than five posts.
   */
  timesUsual: z.number().nullable(),
};

export const PostGallery = z.object({
  posts: z.array(GalleryPost),
  /** Number of posts on all pages. */
  total: Count,
  /** Posts published in the range, whether or not they pass the filters. */
  published: Count,
  /** Number of them that pass the filters. */
  matching: Count,
  /** Number among the posts that pass the filters that are under 48 hours old. */
  young: Count,
  /** Post in the range with the highest value; null if none is above 0. */
  best: GalleryPost.nullable(),
  /** Format whose typical post clearly beats the account's other posts; null if none does. */
  leader: z
    .object({
      format: PostFormat,
      /** Ratio to the other posts, with its 95 % interval. */
      ratio: z.number(),
      low: z.number(),
      high: z.number(),
    })
    .nullable(),
  /** Compared with the account's posts in all formats. */
  formats: z.array(z.object({ format: PostFormat, ...resultGroup })),
  /** Compared with the account's posts in the same format; 0 is Sunday. */
  weekdays: z.array(z.object({ weekday: Count.min(0).max(6), ...resultGroup })),
  /** Compared with posts without the hashtag; the most used ones among those used twice, without #. */
  hashtags: z
    .array(z.object({ hashtag: z.string(), ...resultGroup, medianWithout: z.number().nullable() }))
    .max(maxListedHashtags),
});
export type PostGallery = z.infer<typeof PostGallery>;

export const getPostGallery = endpoint({
  method: 'POST',
  path: '/posts/gallery',
  evidence: '/metrics/media/evidence/views',
  access: 'user',
  member: 'client',
  scope: 'posts:read',
  cost: 'heavyRead',
  summary: 'Lists posts published in a range by their lifetime totals, and how formats, weekdays and hashtags did',
  body: z
    .strictObject({
      accountIds: AccountIds,
      isoStart: Instant,
      isoEnd: Instant,
      /** The viewer's time zone for days and weekdays; Instagram's days by default. */
      timeZone: TimeZone.optional(),
      metric: GalleryMetric,
      /** Posts without a value come last in both directions. */
      sort: z.strictObject({ by: z.enum(['metric', 'published']), direction: z.enum(['asc', 'desc']) }),
      /** Lists only the nine posts with the highest or lowest values. */
      pick: z.enum(['best', 'worst']).optional(),
      filters: z.strictObject({
        query: z.string().max(200),
        format: PostFormat.optional(),
        /** One of the caller's labels. */
        labelId: z.uuid().optional(),
        /** 0 is Sunday. */
        weekday: z.int().min(0).max(6).optional(),
        hashtag: Hashtag.optional(),
        withStories: z.boolean(),
      }),
      /** Lists posts from these days instead; groups and what is usual stay the same. */
      listed: z
        .strictObject({ isoStart: Instant, isoEnd: Instant })
        .superRefine(orderedRange('isoStart', 'isoEnd'))
        .optional(),
      /** Lists these posts instead, whatever the range and the filters. */
      posts: z.array(PostOfAccount).min(1).max(maxPostsToCompare).optional(),
      page: z.int().min(0).max(100_000),
      pageSize: z.int().min(1).max(200),
    })
    .superRefine(orderedRange('isoStart', 'isoEnd')),
  response: PostGallery,
  failures: ['account_not_found', 'label_not_found'],
});
