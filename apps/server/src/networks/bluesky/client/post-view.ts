import { z } from 'zod';
import { noFigures, type FetchedMedia } from '../../../features/sync/index.ts';

const count = z.number().int().min(0).optional().catch(undefined);
const text = z.string().optional().catch(undefined);
const earliest = Date.UTC(2000, 0, 1);
const instant = z.string().refine((value) => !Number.isNaN(Date.parse(value)), 'must be an instant');

const Image = z.object({ thumb: text });
const Media = z.object({
  images: z.array(Image).optional().catch(undefined),
  /** A video's picture. */
  thumbnail: text,
  playlist: text,
  external: Image.optional().catch(undefined),
});

/** A post as `app.bsky.feed.defs#postView` has it. A malformed part is left out, except what a post cannot be without. */
export const PostView = z.object({
  uri: z.string().regex(/\/app\.bsky\.feed\.post\/\w{1,64}$/),
  author: z.object({ did: z.string(), handle: text }),
  record: z.object({ text, createdAt: text }),
  embed: Media.extend({ media: Media.optional().catch(undefined) })
    .optional()
    .catch(undefined),
  replyCount: count,
  repostCount: count,
  likeCount: count,
  quoteCount: count,
  indexedAt: instant,
});
export type PostView = z.infer<typeof PostView>;

/**
 * Returns when something happened: clients write `createdAt`, which may be wrong, and servers add when they first saw it.
 * The earlier counts, as in the servers' own order (`sortAt`), unless it is a date before there were such networks: each
 * day since the first post is stored.
 */
export function toInstant({ createdAt, indexedAt }: { createdAt?: string | undefined; indexedAt: string }): Date {
  const [created, indexed] = [Date.parse(createdAt ?? ''), Date.parse(indexedAt)];
  return new Date(created >= earliest ? Math.min(created, indexed) : indexed);
}

export function toMedia({ uri, author, record, embed, indexedAt, ...counts }: PostView): FetchedMedia {
  const id = uri.slice(uri.lastIndexOf('/') + 1);
  const shown = embed?.media ?? embed;
  const { likeCount: likes, replyCount: comments, repostCount: reposts, quoteCount: shares } = counts;
  return {
    id,
    productType: 'FEED',
    mediaType: shown?.playlist ? 'VIDEO' : (shown?.images?.length ?? 0) > 1 ? 'CAROUSEL_ALBUM' : 'IMAGE',
    caption: record.text ?? '',
    permalink: `https://bsky.app/profile/${author.did}/post/${id}`,
    mediaUrl: null,
    thumbnailUrl: shown?.thumbnail ?? shown?.images?.[0]?.thumb ?? shown?.external?.thumb ?? null,
    username: author.handle ?? null,
    isCollaboration: false,
    publishedAt: toInstant({ createdAt: record.createdAt, indexedAt }),
    figures: {
      ...noFigures,
      likes: likes ?? null,
      comments: comments ?? null,
      reposts: reposts ?? null,
      shares: shares ?? null,
      interactions: likes === undefined ? null : likes + (comments ?? 0) + (reposts ?? 0) + (shares ?? 0),
    },
    insightsRead: true,
    refusal: null,
  };
}
