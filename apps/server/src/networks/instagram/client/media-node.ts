import { z } from 'zod';
import { GraphError } from './graph-error.ts';
import type { GraphHttp } from './graph-http.ts';
import { Count, InsightReply } from './insight-reply.ts';
import { figuresIn } from './media-figures.ts';
import { type FetchedMedia, noFigures } from '../../../features/sync/index.ts';

export type ProductType = 'FEED' | 'REELS' | 'STORY';
export type MediaType = 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM';

export const mediaFields =
  'id,caption,media_type,media_product_type,permalink,timestamp,media_url,thumbnail_url,username,like_count,comments_count,children{id,media_type,media_url}';

/** Fields for posts that others published, including the counts that replace insights. */
export const collaborationFields =
  'id,caption,media_type,media_product_type,permalink,timestamp,media_url,thumbnail_url,username,like_count,comments_count,total_like_count,total_comments_count,total_views_count,saved_count,shares_count,reposts_count';

const text = z.string().optional().catch(undefined);
const count = Count.optional().catch(undefined);
// A post cannot be stored without an ID and a time; any other malformed field is dropped alone.
const Media = z.object({
  id: z.string(),
  timestamp: z.string().refine((value) => !Number.isNaN(toInstant(value)), 'must be an instant'),
  caption: text,
  media_type: z.enum(['IMAGE', 'VIDEO', 'CAROUSEL_ALBUM']).catch('IMAGE'),
  media_product_type: z.enum(['FEED', 'REELS', 'STORY', 'AD']).catch('FEED'),
  permalink: text,
  media_url: text,
  thumbnail_url: text,
  username: text,
  like_count: count,
  comments_count: count,
  total_like_count: count,
  total_comments_count: count,
  total_views_count: count,
  saved_count: count,
  shares_count: count,
  reposts_count: count,
  children: z
    .object({ data: z.array(z.object({ media_url: text })) })
    .optional()
    .catch(undefined),
  insights: InsightReply.optional().catch({ data: [] }),
});
const Page = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({ cursors: z.object({ after: text }).optional().catch(undefined), next: text })
    .optional()
    .catch(undefined),
});

export interface MediaPage {
  /** Excludes advertisements; contains each post once. */
  media: FetchedMedia[];
  /** Cursor for the next page; null at the end. */
  after: string | null;
}

/** Parses a page of posts. Unparsable entries are left out and reported; a page with nothing else throws. */
export function toMediaPage(graph: GraphHttp, body: unknown): MediaPage {
  const page = Page.safeParse(body);
  if (!page.success) throw new GraphError('transient', 'Meta returned a list of posts in an unexpected format');
  const { data, paging } = page.data;
  const media = new Map<string, FetchedMedia>();
  const problems: string[] = [];
  for (const entry of data) {
    const parsed = Media.safeParse(entry);
    if (!parsed.success) problems.push(z.prettifyError(parsed.error));
    else if (parsed.data.media_product_type !== 'AD') media.set(parsed.data.id, toMedia(parsed.data));
  }
  const [problem] = problems;
  if (problem !== undefined) {
    if (problems.length === data.length)
      throw new GraphError('transient', `Meta returned a list of posts in an unexpected format: ${problem}`);
    graph.reportDropped({ part: 'post', count: problems.length, problem });
  }
  return { media: [...media.values()], after: paging?.next ? (paging.cursors?.after ?? null) : null };
}

function toMedia(media: z.infer<typeof Media>): FetchedMedia {
  return {
    id: media.id,
    productType: media.media_product_type === 'AD' ? 'FEED' : media.media_product_type,
    mediaType: media.media_type,
    caption: media.caption ?? '',
    permalink: media.permalink ?? null,
    mediaUrl: media.media_url ?? null,
    thumbnailUrl:
      media.thumbnail_url ??
      (media.media_type === 'VIDEO' ? null : (media.media_url ?? media.children?.data[0]?.media_url ?? null)),
    username: media.username ?? null,
    isCollaboration: false,
    publishedAt: new Date(toInstant(media.timestamp)),
    figures: {
      ...noFigures,
      likes: media.like_count ?? null,
      comments: media.comments_count ?? null,
      saved: media.saved_count ?? null,
      shares: media.shares_count ?? null,
      reposts: media.reposts_count ?? null,
      total_views: media.total_views_count ?? null,
      total_likes: media.total_like_count ?? null,
      total_comments: media.total_comments_count ?? null,
      ...(media.insights ? figuresIn(media.insights) : {}),
    },
    insightsRead: media.insights !== undefined,
    refusal: null,
  };
}

/** Parses Meta's timestamps, which write the zone as `+0000`. */
function toInstant(timestamp: string): number {
  return Date.parse(timestamp.replace('+0000', 'Z'));
}
