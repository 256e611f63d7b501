import { z } from 'zod';
import { AccountId } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { TimeZone } from './period.ts';

/** Fewer posts say nothing about hours. */
export const minPostsForBestTime = 20;
export const bestTimeWeeks = 26;
export const onlineDays = 28;

export const timedFormats = ['reel', 'carousel', 'static'] as const;
export const TimedFormat = z.enum(timedFormats);
export type TimedFormat = z.infer<typeof TimedFormat>;

const Count = z.number().int();
const Percent = z.number();

/** Interactions at 48 hours relative to the account's average post of the same format, in percent: 20 means 20 % more. */
export const PublishingEffect = z.object({
  percent: Percent,
  /** An 80 % interval. */
  low: Percent,
  high: Percent,
});
export type PublishingEffect = z.infer<typeof PublishingEffect>;

export const PublishingHour = z.object({
  /** Posts published in this hour. */
  posts: Count,
  /** The number of posts that the estimate rests on: those of this hour, and those of similar hours by similarity. */
  evidence: z.number(),
  /** Null where the evidence is too thin to say anything. */
  effect: PublishingEffect.nullable(),
});
export type PublishingHour = z.infer<typeof PublishingHour>;

export const PublishingSuggestion = PublishingEffect.extend({
  /** 0 is Sunday. */
  weekday: Count.min(0).max(6),
  hour: Count.min(0).max(23),
  posts: Count,
  evidence: z.number(),
});
export type PublishingSuggestion = z.infer<typeof PublishingSuggestion>;

/** Posts with a common hashtag or label that are nearly always published at one hour, and say nothing about the hour. */
export const PostSeries = z.object({
  /** The hashtag with its mark, or the label. */
  name: z.string(),
  /** 0 is Sunday. */
  weekday: Count.min(0).max(6),
  hour: Count.min(0).max(23),
  posts: Count,
});
export type PostSeries = z.infer<typeof PostSeries>;

/**
 * The best answer the data allow. `clear`: the first suggestion. `leaning`: the hour that did best so far, though chance
 * may explain it. `followers_online`: posts do not tell; the hour with the most followers online.
 */
export const BestTimeAnswer = z.object({
  level: z.enum(['clear', 'leaning', 'followers_online']),
  /** 0 is Sunday. */
  weekday: Count.min(0).max(6),
  hour: Count.min(0).max(23),
});
export type BestTimeAnswer = z.infer<typeof BestTimeAnswer>;

export const BestTime = z.object({
  /** Null if neither posts nor followers online tell. */
  answer: BestTimeAnswer.nullable(),

  /** Posts of the last 26 weeks that are at least 48 hours old; stories and posts of a series are excluded. */
  posts: Count,
  /** What is left out for being published at one hour only. */
  series: z.array(PostSeries),
  /** Where their interactions at 48 hours are from. */
  basis: z.object({
    /** Measured at that age, or interpolated between measurements around it. */
    measured: Count,
    /** Estimated from the lifetime total, less what posts of the account usually gain after 48 hours. */
    lifetime: Count,
  }),
  /** The 168 hours of the week from Sunday, 0:00; null with fewer than 20 posts. */
  hours: z.array(PublishingHour).length(168).nullable(),
  /** The best first; empty if no hour is clearly better than the average. */
  suggestions: z.array(PublishingSuggestion).max(3),
  /** Followers online; null if Instagram reports none, as for accounts with fewer than 100 followers. */
  online: z
    .object({
      /** Days with data, of the last 28. */
      days: Count,
      /** The average of each hour of the week from Sunday, 0:00; null without data. */
      followers: z.array(z.number().nullable()).length(168),
    })
    .nullable(),
});
export type BestTime = z.infer<typeof BestTime>;

export const getBestTime = endpoint({
  method: 'POST',
  path: '/metrics/media/best-time',
  access: 'user',
  scope: 'analytics:read',
  cost: 'heavyRead',
  summary: 'Returns how posts of each hour of the week do in their first 48 hours, and when followers are online',
  body: z.strictObject({
    accountId: AccountId,
    /** The hours and weekdays are those of this time zone. */
    timeZone: TimeZone,
    format: TimedFormat.nullable(),
  }),
  response: BestTime,
  failures: ['account_not_found'],
});
