import { z } from 'zod';
import { AccountId, AccountIds } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { countDays } from '../calendar-day.ts';
import { Instant, maxRangeDays, orderedRange, TimeZone } from './period.ts';

export const filterModes = ['combined', 'published', 'active'] as const;
export const FilterMode = z.enum(filterModes);
export type FilterMode = z.infer<typeof FilterMode>;

export const postColumns = [
  'timestamp',
  'reachTotal',
  'engagementRate',
  'virilityScore',
  /** The column's name in earlier versions. */
  'viralityScore',
  'views',
  'likes',
  'comments',
  'saved',
  'shares',
  'reposts',
  'totalInteractions',
] as const;
export const PostColumn = z.enum(postColumns);
export type PostColumn = z.infer<typeof PostColumn>;

export const PostFormat = z.enum(['POST', 'REEL', 'CAROUSEL', 'STORY']);
export type PostFormat = z.infer<typeof PostFormat>;

/**
 * Restricts the list to posts published in the range and in these four-hour blocks of the week, without stories: 6 ×
 * weekday (Sunday is 0) + block, in the request's time zone, as `MediaActivity` counts them.
 */
export const PublishedIn = z.array(z.int().min(0).max(41)).min(1).max(42);

const Count = z.number().int().nullable();

/** Counts are Instagram's lifetime totals at the last sync; null means that Instagram does not report it. */
export const PostRow = z.object({
  id: z.string(),
  platform: z.literal('instagram'),
  productType: z.enum(['FEED', 'REELS', 'STORY']),
  type: z.enum(['IMAGE', 'VIDEO', 'CAROUSEL_ALBUM']),
  isCarousel: z.boolean(),
  isVideo: z.boolean(),
  isStory: z.boolean(),
  caption: z.string(),
  timestamp: z.iso.datetime(),
  permalink: z.string().nullable(),
  mediaUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  author: z.object({ name: z.string() }),
  accountRef: AccountId,
  hashtags: z.array(z.string()),
  mentions: z.array(z.string()),
  collaborators: z.array(z.string()),
  /** Deltas per day in the range; null unless there are syncs at both ends of the day. */
  reachSeries: z.array(z.object({ date: z.iso.date(), value: z.number().nullable() })),
  reachTotal: z.number().int(),
  engagementRate: z.number(),
  virilityScore: z.number(),
  /** Highest score on this page, shown as a full bar. */
  virilityMax: z.number(),
  /** Always null: Instagram replaced impressions with views. */
  impressions: Count,
  views: Count,
  likes: Count,
  comments: Count,
  follows: Count,
  saved: Count,
  shares: Count,
  reposts: Count,
  totalInteractions: Count,
  /** Instagram's totals including advertising; null if not reported. The other counts are organic. */
  total_views: Count,
  total_likes: Count,
  total_comments: Count,
  /** Views of a reel that is also on Facebook: there, and on both together. */
  facebook_views: Count,
  crossposted_views: Count,
  /** True if another account published the post, with this one as an accepted collaborator. */
  isCollaboration: z.boolean(),
  ig_reels_avg_watch_time: z.number().nullable(),
  reach: Count,
  taps_forward: Count,
  taps_back: Count,
  exits: Count,
  /** Replies to a story; null for accounts in Europe and Japan, for which Instagram does not report them. */
  replies: Count,
  trendUp: z.boolean(),
});
export type PostRow = z.infer<typeof PostRow>;

/** Each post has one number per day. The screen shows up to 100 posts over two years. */
const maxSeriesValues = 100 * maxRangeDays;

function limitSeries(
  { grid, filters }: { grid: { paginationModel: { pageSize: number } }; filters: { isoStart: string; isoEnd: string } },
  context: z.RefinementCtx,
) {
  const maxPageSize = Math.floor(maxSeriesValues / Math.max(1, countDays(filters.isoStart, filters.isoEnd)));
  if (grid.paginationModel.pageSize > maxPageSize)
    context.addIssue({
      code: 'custom',
      path: ['grid', 'paginationModel', 'pageSize'],
      message: `must be at most ${maxPageSize} for this range`,
    });
}

export const queryPosts = endpoint({
  method: 'POST',
  path: '/media/datagrid/query',
  evidence: '/metrics/media/evidence/views',
  access: 'user',
  member: 'client',
  scope: 'posts:read',
  cost: 'heavyRead',
  summary: 'Lists posts with paging, sorting and search',
  body: z
    .strictObject({
      grid: z.strictObject({
        paginationModel: z.strictObject({
          page: z.int().min(0).max(100_000),
          pageSize: z.int().min(1).max(200),
        }),
        sortModel: z.array(z.strictObject({ field: PostColumn, sort: z.enum(['asc', 'desc']) })).max(3),
        /** The format data grids send; to search texts, use `filters.query`. */
        filterModel: z
          .strictObject({
            items: z
              .array(
                z.strictObject({
                  id: z.union([z.string().max(100), z.number()]).optional(),
                  field: z.literal('format'),
                  operator: z.literal('is'),
                  value: PostFormat,
                }),
              )
              .max(1),
            logicOperator: z.enum(['and', 'or']).optional(),
            quickFilterValues: z.array(z.string()).max(0, 'must be empty: filters.query searches').optional(),
            quickFilterLogicOperator: z.enum(['and', 'or']).optional(),
            quickFilterExcludeHiddenColumns: z.boolean().optional(),
          })
          .optional(),
      }),
      filters: z
        .strictObject({
          query: z.string().max(200),
          filterMode: FilterMode,
          isoStart: Instant,
          isoEnd: Instant,
          /** The viewer's time zone: the range covers posts published on its days there. */
          timeZone: TimeZone.optional(),
          publishedIn: PublishedIn.optional(),
          /** Restricts the list to posts with this label, one of the caller's. */
          labelId: z.uuid().optional(),
        })
        .superRefine(orderedRange('isoStart', 'isoEnd')),
      platform: z.enum(['instagram', 'instagram_account', 'instagram_media']),
      accountIds: AccountIds,
    })
    .superRefine(limitSeries),
  response: z.object({
    rows: z.array(PostRow),
    totalRowCount: z.number().int(),
    /**
     * First day with daily activity for all accounts; earlier activity counts on the publish date. Null until every
     * account's first sync has finished.
     */
    activitySince: z.iso.date().nullable(),
  }),
  failures: ['account_not_found', 'label_not_found'],
});

export const countMedia = endpoint({
  method: 'GET',
  path: '/media/count',
  access: 'user',
  member: 'client',
  scope: 'posts:read',
  cost: 'read',
  summary: 'Returns the number of posts stored for the caller’s accounts',
  response: z.object({ total: z.number().int() }),
  failures: [],
});
