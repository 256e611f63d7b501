import type { Database } from '../../../../database/database.ts';
import type { LiveStory } from './schedule-rules.ts';
import { storyLife } from '../../../../features/sync/index.ts';

/** Lists stories that are live, or were at their last fetch: a story lives for 24 hours. */
export function listLiveStories(db: Database, accountId: string, now: Date) {
  return db
    .selectFrom('media')
    .select(['media_id', 'published_at', 'insights_refusal', 'final_at'])
    .where('account_id', '=', accountId)
    .where('product_type', '=', 'STORY')
    .where('published_at', '>', new Date(now.getTime() - storyLife))
    .orderBy('published_at')
    .execute();
}

export type LiveStoryRow = Awaited<ReturnType<typeof listLiveStories>>[number];

export function toLiveStory({ published_at, final_at }: LiveStoryRow): LiveStory {
  return { publishedAt: published_at, isFinal: final_at !== null };
}
