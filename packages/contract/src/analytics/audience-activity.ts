import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MediaRange } from './media.ts';

const Count = z.number().int();

/** Six blocks of four hours, from midnight on, in UTC. */
const Blocks = z.array(Count).length(6);

export const ActivityDay = z.object({
  weekday: z.enum(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']),
  /** Posts published in each block. */
  buckets: Blocks,
  total: Count,
  /** What people did with the posts of each block, so far. */
  interactions: Blocks,
});
export type ActivityDay = z.infer<typeof ActivityDay>;

const NameCounts = z.record(z.string(), Count);

/** Posts of the range by the hour of publishing. Stories are left out: those of before an account was linked are unknown. */
export const MediaActivity = z.object({
  total: Count,
  /** Sunday to Saturday. */
  data: z.array(ActivityDay).length(7),
  /** In how many posts each name stands; the names with their mark. */
  hashtags: NameCounts,
  mentions: NameCounts,
  collabs: NameCounts,
});
export type MediaActivity = z.infer<typeof MediaActivity>;

export const getMediaActivity = endpoint({
  method: 'POST',
  path: '/metrics/media/activity',
  access: 'user',
  summary: 'When posts are published, and what they name',
  body: MediaRange,
  response: MediaActivity,
  failures: ['account_not_found'],
});

export const preferredFormats = ['Reels', 'Carousels', 'Stories', 'Static posts'] as const;
export type PreferredFormat = (typeof preferredFormats)[number];

export const getTopFormat = endpoint({
  method: 'POST',
  path: '/metrics/media/top-format',
  access: 'user',
  summary: 'The format with the most interactions for every account reached, of what was published in a range',
  body: MediaRange,
  /** Null when nothing of the range has reached anybody yet. */
  response: z.object({ preferredFormat: z.enum(preferredFormats).nullable() }),
  failures: ['account_not_found'],
});
