import { z } from 'zod';
import { AccountId } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { TimeZone } from './period.ts';
import { MediaId } from './post-insights.ts';
import { PostSummary } from './post-page.ts';

/** A story is compared with up to this many earlier ones, and with no fewer than the minimum. */
export const comparedStories = 30;
export const minComparedStories = 5;
/** Instagram shows a story for this long. */
export const storyHours = 24;

const Count = z.number().int().nullable();

/** Totals at the last sync; null if Instagram does not report it. */
export const StoryOfDay = PostSummary.extend({
  reach: Count,
  views: Count,
  /** Null for accounts in Europe and Japan, for which Instagram does not report them. */
  replies: Count,
  /** Times someone went on to the next story, back to the previous one, or to the next account. */
  taps_forward: Count,
  taps_back: Count,
  swipes_forward: Count,
  /** Times someone left stories altogether. */
  exits: Count,
});
export type StoryOfDay = z.infer<typeof StoryOfDay>;

export const StoryDay = z.object({
  /** In the given time zone, or else Instagram's. */
  day: z.iso.date(),
  /** The account's stories of that day, first to last. */
  stories: z.array(StoryOfDay),
  /** Median reach of earlier stories that have ended; null for too few of them. */
  usualReach: z.object({ median: z.number(), stories: z.number().int() }).nullable(),
});
export type StoryDay = z.infer<typeof StoryDay>;

export const getStoryDay = endpoint({
  method: 'GET',
  path: '/account/:id/post/:mediaId/stories',
  evidence: '/account/:id/post/:mediaId/evidence/reach',
  access: 'user',
  member: 'client',
  scope: 'posts:read',
  cost: 'read',
  summary: 'Returns the stories of a story’s day, and the reach usual for earlier ones',
  params: z.strictObject({ id: AccountId, mediaId: MediaId }),
  query: z.strictObject({ timeZone: TimeZone.optional() }),
  response: StoryDay,
  failures: ['account_not_found', 'media_not_found'],
});
