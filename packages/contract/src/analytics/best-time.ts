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

/**
 * Interactions at 48 hours relative to the account's average post in the same format, in percent: 20 means 20 % more.
 */
export const PublishingEffect = z.object({
  percent: Percent,
  /** An 80 % interval from `low` to `high`. */
  low: Percent,
  high: Percent,
});
export type PublishingEffect = z.infer<typeof PublishingEffect>;

export const PublishingHour = z.object({
  /** Posts published in this hour. */
  posts: Count,
  /** Number of posts behind the estimate: those in this hour, plus those in similar hours weighted by similarity. */
  evidence: z.number(),
  /** Null if there is too little evidence. */
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

/** Posts that share a hashtag or label and nearly always go out at one hour, so they say nothing about that hour. */
export const PostSeries = z.object({
  /** The hashtag including #, or the label. */
  name: z.string(),
  /** 0 is Sunday. */
  weekday: Count.min(0).max(6),
  hour: Count.min(0).max(23),
  posts: Count,
});
export type PostSeries = z.infer<typeof PostSeries>;

/**
 * Best answer the data allows. `clear`: the first suggestion. `leaning`: the best hour so far, possibly by chance.
 * `followers_online`: posts don't tell, so the hour with the most followers online.
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

  /** Posts from the last 26 weeks that are at least 48 hours old, without stories and posts in a series. */
  posts: Count,
  /** Series that are left out because they are published at one hour only. */
  series: z.array(PostSeries),
  /** Sources for the posts' interactions at 48 hours. */
  basis: z.object({
    /** Measured at that age, or interpolated between measurements around it. */
    measured: Count,
    /** Estimated from the lifetime total, less the account's usual gain after 48 hours. */
    lifetime: Count,
  }),
  /** The week's 168 hours from Sunday, 0:00; null with fewer than 20 posts. */
  hours: z.array(PublishingHour).length(168).nullable(),
  /** Best first; empty if no hour is clearly better than average. */
  suggestions: z.array(PublishingSuggestion).max(3),
  /** Followers online; null if Instagram reports none, as for accounts with fewer than 100 followers. */
  online: z
    .object({
      /** Days with data among the last 28. */
      days: Count,
      /** Average for each hour of the week from Sunday, 0:00; null without data. */
      followers: z.array(z.number().nullable()).length(168),
    })
    .nullable(),
});
export type BestTime = z.infer<typeof BestTime>;

export const getBestTime = endpoint({
  method: 'POST',
  path: '/metrics/media/best-time',
  evidence: '/metrics/account/evidence/online_followers',
  access: 'user',
  member: 'client',
  scope: 'analytics:read',
  cost: 'heavyRead',
  summary: 'Returns how posts perform in their first 48 hours by hour of the week, and when followers are online',
  body: z.strictObject({
    accountId: AccountId,
    /** Time zone for the hours and weekdays. */
    timeZone: TimeZone,
    format: TimedFormat.nullable(),
  }),
  response: BestTime,
  failures: ['account_not_found'],
});
