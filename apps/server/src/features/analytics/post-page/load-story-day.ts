import { comparedStories, minComparedStories, type StoryDay } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { median } from '../formulas/sample.ts';
import { type PostZone, toPublishedDay } from '../published-within.ts';
import { toSummary } from './load-post.ts';
import { findPost, listEarlierReach, listStoriesOfDay } from './queries.ts';

/** Loads the stories of a story's day, and the usual reach; null for anything but a story. */
export async function loadStoryDay(
  db: Database,
  scope: AccountScope,
  { mediaId, zone, now }: { mediaId: string; zone: PostZone; now: Date },
): Promise<StoryDay | null> {
  const story = await findPost(db, scope, mediaId);
  if (story?.product_type !== 'STORY') return null;
  const day = toPublishedDay(story, zone);
  const [rows, earlier] = await Promise.all([
    listStoriesOfDay(db, story, { day, zone }),
    listEarlierReach(db, story, { endedBefore: now, limit: comparedStories }),
  ]);
  return {
    day,
    stories: rows.map((row) => ({
      ...toSummary(row),
      reach: row.reach,
      views: row.views,
      replies: row.known_replies,
      taps_forward: row.taps_forward,
      taps_back: row.taps_back,
      swipes_forward: row.swipes_forward,
      exits: row.exits,
    })),
    usualReach: earlier.length < minComparedStories ? null : { median: median(earlier), stories: earlier.length },
  };
}
