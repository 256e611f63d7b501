import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MediaRange } from './media.ts';

const Count = z.number().int();

/** Six four-hour blocks from midnight, in the request's time zone or else in UTC. */
const Blocks = z.array(Count).length(6);

export const ActivityDay = z.object({
  weekday: z.enum(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']),
  /** Posts published in each block. */
  buckets: Blocks,
  total: Count,
  /** Interactions so far with each block's posts. */
  interactions: Blocks,
});
export type ActivityDay = z.infer<typeof ActivityDay>;

const NameCounts = z.record(z.string(), Count);

/** The range's posts by publishing hour. Stories are excluded: those from before the account was linked are unknown. */
export const MediaActivity = z.object({
  total: Count,
  /** Sunday to Saturday. */
  data: z.array(ActivityDay).length(7),
  /** Number of posts that contain each name; names include their # or @. */
  hashtags: NameCounts,
  mentions: NameCounts,
  collabs: NameCounts,
  /** Hour of the week with the most followers online over the last 28 days; null if Instagram reports none. */
  followersPeak: z.object({ weekday: Count.min(0).max(6), hour: Count.min(0).max(23) }).nullable(),
});
export type MediaActivity = z.infer<typeof MediaActivity>;

export const getMediaActivity = endpoint({
  method: 'POST',
  path: '/metrics/media/activity',
  evidence: '/metrics/media/evidence/published',
  access: 'user',
  member: 'client',
  scope: 'analytics:read',
  cost: 'heavyRead',
  summary: 'Returns when posts were published, and the hashtags and accounts they mention',
  body: MediaRange,
  response: MediaActivity,
  failures: ['account_not_found'],
});

export const preferredFormats = ['Reels', 'Carousels', 'Stories', 'Static posts'] as const;
export type PreferredFormat = (typeof preferredFormats)[number];

export const getTopFormat = endpoint({
  method: 'POST',
  path: '/metrics/media/top-format',
  evidence: '/metrics/media/evidence/total_interactions',
  access: 'user',
  member: 'client',
  scope: 'analytics:read',
  cost: 'heavyRead',
  summary: 'Returns the format with the most interactions per account reached for posts published in a range',
  body: MediaRange,
  /** Null until a post in the range has reach. */
  response: z.object({ preferredFormat: z.enum(preferredFormats).nullable() }),
  failures: ['account_not_found'],
});
