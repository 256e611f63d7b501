import { z } from 'zod';
import { enteredText } from '../entered-text.ts';
import { AccountId } from '../accounts/account.ts';
import { ComparedAccount } from './account-comparison.ts';
import { Approximation } from './approximation.ts';
import { AccountMetric, Breakdown } from './breakdowns.ts';
import { FollowerDemographics } from './demographics.ts';
import { MediaType } from './media.ts';
import { MetricCard } from './metric-cards.ts';
import { NetworkMetrics } from './network-metrics.ts';
import { maxRangeDays, TimeZone } from './period.ts';
import { PostFormat } from './posts.ts';
import { Timeseries } from './timeseries.ts';
import { OverviewMetric, UsualChanges } from './usual-changes.ts';
import { countDays } from '../calendar-day.ts';
import { linesOfText, oneLine, visible } from '../plain-text.ts';

export const reportSectionKinds = [
  /** What the Overview's headline says, up to three results in words, and three numbers. */
  'summary',
  /** Each metric with its change and its bars by day. */
  'metrics',
  /** Views, reach and interactions by day, one line per account. */
  'days',
  /** Views, reach and interactions by surface, audience and kind. */
  'breakdowns',
  /** Each account's metrics side by side. */
  'accounts',
  /** Most-viewed posts published in the range. */
  'posts',
  /** Results for the newest media in the range, and their totals. */
  'media',
  /** Posts and interactions by weekday and time of day, and the names in the posts. */
  'activity',
  /** Followers by age, gender, country and city. */
  'demographics',
] as const;
export const ReportSectionKind = z.enum(reportSectionKinds);
export type ReportSectionKind = z.infer<typeof ReportSectionKind>;

/** Sections that exist only for accounts of networks that have all metrics. */
export const fullReportSections: readonly ReportSectionKind[] = ['media', 'demographics'];

export const maxReportAccounts = 25;
export const maxReportPosts = 10;
/** Two rows of three pictures. */
export const maxTopPosts = 6;
export const maxReportNames = 5;
export const maxCommentLength = 2_000;

/** Fixed days, or the days up to the last complete one. */
export const ReportRange = z.discriminatedUnion('kind', [
  z
    .strictObject({ kind: z.literal('fixed'), from: z.iso.date(), to: z.iso.date() })
    .refine(({ from, to }) => from <= to, { path: ['from'], message: 'must not be after to' })
    .refine(({ from, to }) => countDays(from, to) <= maxRangeDays, {
      path: ['from'],
      message: 'must not span more than two years',
    }),
  z.strictObject({
    kind: z.literal('last-days'),
    days: z.union([z.literal(7), z.literal(28), z.literal(30), z.literal(90), z.literal(365)]),
  }),
  z.strictObject({ kind: z.literal('last-month') }),
]);
export type ReportRange = z.infer<typeof ReportRange>;

/** Content chosen for a report or a shared page. */
export const ReportChoice = z.strictObject({
  title: enteredText(120).min(1, 'is required').regex(oneLine).regex(visible),
  accountIds: z.array(AccountId).min(1).max(maxReportAccounts),
  range: ReportRange,
  comparison: z.enum(['none', 'previous-period', 'previous-year']),
  timeZone: TimeZone,
  /** Limits top posts, and the summary's best post, to posts with this label of the owner; all posts without it. */
  postLabelId: z.uuid().optional(),
  sections: z
    .array(z.strictObject({ kind: ReportSectionKind, comment: enteredText(maxCommentLength).regex(linesOfText) }))
    .min(1)
    .max(reportSectionKinds.length)
    .refine(
      (sections) => new Set(sections.map(({ kind }) => kind)).size === sections.length,
      'must not repeat a section',
    ),
});
export type ReportChoice = z.infer<typeof ReportChoice>;

const Period = z.object({ from: z.iso.date(), to: z.iso.date() });

export const ReportPost = z.object({
  mediaId: z.string(),
  accountId: AccountId,
  format: PostFormat,
  caption: z.string(),
  publishedAt: z.iso.datetime(),
  permalink: z.string().nullable(),
  /** Path to our own copy of the picture, or in shared pages the picture itself as a data URL; null without one. */
  thumbnailUrl: z.string().nullable(),
  /** Lifetime totals at the last sync; null if Instagram reports none. */
  views: z.number().nullable(),
  reach: z.number().nullable(),
  interactions: z.number().nullable(),
  /**
   * Views divided by the median of the account's posts in the same format, as in the list of posts; interactions where
   * the network counts no views. Null with too few posts; links frozen by earlier versions lack it.
   */
  timesUsual: z.number().nullable().optional(),
});

export const ReportMedium = z.object({
  mediaId: z.string(),
  accountId: AccountId,
  mediaType: MediaType,
  caption: z.string(),
  publishedAt: z.iso.datetime(),
  permalink: z.string().nullable(),
  /** Same as a post's. */
  thumbnailUrl: z.string().nullable(),
  /** Deltas in the range; null if Instagram reports none. */
  views: z.number().nullable(),
  reach: z.number().nullable(),
  interactions: z.number().nullable(),
  /** Applies to the interactions. */
  approx: Approximation.nullable(),
});

export const mediaTotalKeys = ['reach', 'views', 'interactions', 'engagement-rate'] as const;
export const MediaTotal = z.object({
  key: z.enum(mediaTotalKeys),
  value: z.number(),
  /** Null if none of the media existed before. */
  previous: z.number().nullable(),
  approx: Approximation.nullable(),
});
export type MediaTotal = z.infer<typeof MediaTotal>;

/** Six four-hour blocks for each weekday, from Sunday. */
const WeekBlocks = z.array(z.number().int()).length(42);
/** Most used first, with their percentage of all occurrences. */
const Names = z.array(z.object({ name: z.string(), posts: z.number().int(), percent: z.number() })).max(maxReportNames);

/** A section's figures, as the Overview's calls return them. */
export const ReportSection = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('summary'),
    comment: z.string(),
    /** Headline metrics, without their days. */
    cards: z.array(z.object({ metric: OverviewMetric, card: MetricCard.omit({ series: true }) })),
    /** Null unless compared with the period directly before. */
    usual: UsualChanges.nullable(),
    /** True if no day in the range is stored, and nothing was published. */
    isEmpty: z.boolean(),
    /** Posts published in the range, without stories. */
    posts: z.number().int(),
    /** The most-viewed post; null without one. Links frozen by earlier versions lack its interactions. */
    best: ReportPost.pick({ format: true, caption: true, publishedAt: true, views: true, timesUsual: true })
      .extend({ interactions: ReportPost.shape.interactions.optional() })
      .nullable(),
  }),
  z.object({
    kind: z.literal('metrics'),
    comment: z.string(),
    cards: z.array(z.object({ metric: OverviewMetric.exclude(['post-activity']), card: MetricCard })),
    /** Posts without stories, by publish date. */
    published: MetricCard,
  }),
  z.object({
    kind: z.literal('days'),
    comment: z.string(),
    metrics: z.array(z.object({ metric: AccountMetric, days: Timeseries.omit({ usual: true }) })),
  }),
  z.object({
    kind: z.literal('breakdowns'),
    comment: z.string(),
    metrics: z.array(z.object({ metric: AccountMetric, breakdown: Breakdown })),
  }),
  z.object({ kind: z.literal('accounts'), comment: z.string(), accounts: z.array(ComparedAccount) }),
  z.object({
    kind: z.literal('posts'),
    comment: z.string(),
    posts: z.array(ReportPost).max(maxReportPosts),
    /** Name of the label to which the posts are limited, null if it was deleted; missing if they are not limited. */
    label: z.string().nullable().optional(),
  }),
  z.object({
    kind: z.literal('media'),
    comment: z.string(),
    /** Media behind the totals. */
    count: z.number().int(),
    totals: z.array(MediaTotal),
    media: z.array(ReportMedium).max(maxReportPosts),
  }),
  z.object({
    kind: z.literal('activity'),
    comment: z.string(),
    posts: WeekBlocks,
    interactions: WeekBlocks,
    hashtags: Names,
    mentions: Names,
    collabs: Names,
  }),
  z.object({ kind: z.literal('demographics'), comment: z.string(), demographics: FollowerDemographics }),
]);
export type ReportSection = z.infer<typeof ReportSection>;
export type ReportMedium = z.infer<typeof ReportMedium>;
export type ReportPost = z.infer<typeof ReportPost>;

/** Everything in a report or a shared page, and nothing else about its owner. */
export const ReportContent = z.object({
  title: z.string(),
  period: Period,
  previous: Period.nullable(),
  /** Time zone for dating and counting posts. */
  timeZone: TimeZone,
  /** Accounts in the order the owner linked them; `picture` is like a post's. */
  accounts: z.array(
    z.object({ accountId: AccountId, username: z.string(), name: z.string(), picture: z.string().nullable() }),
  ),
  sections: z.array(ReportSection),
  /**
   * What the networks of all accounts have of the metrics; null if all. Other cards are missing, other values are
   * meaningless. Links frozen by earlier versions lack it.
   */
  metrics: NetworkMetrics.nullable().optional(),
  createdAt: z.iso.datetime(),
});
export type ReportContent = z.infer<typeof ReportContent>;
