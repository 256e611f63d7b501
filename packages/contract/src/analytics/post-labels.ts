import { z } from 'zod';
import { AccountId, AccountIds } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { enteredText } from '../entered-text.ts';
import { oneLine, visible } from '../plain-text.ts';
import { timedFormats, TimedFormat } from './best-time.ts';
import { Instant, orderedRange, TimeZone } from './period.ts';

export const maxLabels = 50;
export const maxLabelledPosts = 5_000;
/** Maximum number of posts to label in one call. */
export const maxPostsAtOnce = 200;
export const maxLabelName = 40;
/** A comparison needs this many posts with the label, and as many without. */
export const minPostsWithLabel = 5;
/** Posts are compared at this age or older. */
export const comparedAgeDays = 7;
/** A test counts posts from its first three weeks. One week later, even the last is old enough. */
export const labelTestDays = 28;
/** A test compares with posts from this many days before it. */
export const beforeTestDays = 56;

export const labelColors = ['indigo', 'red', 'green', 'gold', 'blue', 'pink', 'olive', 'violet'] as const;
export const LabelColor = z.enum(labelColors);
export type LabelColor = z.infer<typeof LabelColor>;

export const labelMetrics = [
  'total_interactions',
  'reach',
  'views',
  'likes',
  'comments',
  'saved',
  'shares',
  'engagement_rate',
] as const;
export const LabelMetric = z.enum(labelMetrics);
export type LabelMetric = z.infer<typeof LabelMetric>;

const distinct = (values: readonly unknown[]) => new Set(values).size === values.length;

/** A hashtag without #. */
export const Hashtag = enteredText(100).regex(
  /^(?!\p{M})(?:[\p{L}\p{N}\p{M}_]|[\u200c\u200d](?=[\p{L}\p{M}]))+$/u,
  'must be a single hashtag without the #',
);

/** Posts that meet all of these conditions have the label; stories never do. */
export const LabelRule = z
  .strictObject({
    formats: z.array(TimedFormat).min(1).max(timedFormats.length).refine(distinct, 'must be distinct').optional(),
    /** 0 is Sunday, in the viewer's time zone. */
    weekdays: z.array(z.int().min(0).max(6)).min(1).max(7).refine(distinct, 'must be distinct').optional(),
    hashtag: Hashtag.optional(),
    caption: enteredText(100).min(1, 'is required').regex(oneLine, 'must be a single line').optional(),
  })
  .refine((rule) => Object.values(rule).some((value) => value !== undefined), 'must have at least one condition');
export type LabelRule = z.infer<typeof LabelRule>;

export const LabelName = enteredText(maxLabelName)
  .min(1, 'is required')
  .regex(oneLine, 'must be a single line')
  .regex(visible, 'must contain a visible character');

const LabelId = z.uuid();

/** A user's name for a group of posts. */
export const PostLabel = z.object({
  id: LabelId,
  name: z.string(),
  color: LabelColor,
  /** Null if posts are labelled by hand. */
  rule: LabelRule.nullable(),
  /** Experiment started with the label; null if there was none. */
  test: z
    .object({
      metric: LabelMetric,
      accountIds: z.array(AccountId),
      startedAt: z.iso.datetime(),
      resultAt: z.iso.datetime(),
    })
    .nullable(),
  createdAt: z.iso.datetime(),
});
export type PostLabel = z.infer<typeof PostLabel>;

export const listLabels = endpoint({
  method: 'GET',
  path: '/labels',
  access: 'user',
  member: 'client',
  cost: 'read',
  summary: 'Lists the caller’s labels by name',
  response: z.object({ labels: z.array(PostLabel) }),
  failures: [],
});

export const createLabel = endpoint({
  method: 'POST',
  path: '/labels',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Creates a label, and starts an experiment with it if requested',
  body: z.strictObject({
    name: LabelName,
    color: LabelColor,
    rule: LabelRule.nullable(),
    /** Starts a test now, whose result compares posts from these accounts. */
    test: z.strictObject({ metric: LabelMetric, accountIds: AccountIds }).optional(),
  }),
  status: 201,
  response: PostLabel,
  failures: ['account_not_found', 'label_name_taken', 'label_limit_reached'],
});

export const updateLabel = endpoint({
  method: 'PATCH',
  path: '/labels/:id',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Changes the name, color or rule of a label',
  params: z.strictObject({ id: LabelId }),
  body: z
    .strictObject({
      name: LabelName.optional(),
      color: LabelColor.optional(),
      /** Only for a label that already has a rule. */
      rule: LabelRule.optional(),
    })
    .refine((change) => Object.values(change).some((value) => value !== undefined), 'must change something'),
  response: PostLabel,
  failures: ['label_not_found', 'label_name_taken', 'label_kind_fixed', 'label_test_running'],
});

export const deleteLabel = endpoint({
  method: 'DELETE',
  path: '/labels/:id',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Deletes a label but not its posts',
  params: z.strictObject({ id: LabelId }),
  response: z.object({ success: z.literal(true) }),
  failures: ['label_not_found'],
});

const MediaId = z.string().regex(/^\w{1,64}$/, 'must be a media ID');
export const PostOfAccount = z.strictObject({ accountId: AccountId, mediaId: MediaId });
const Posts = z.array(PostOfAccount).min(1).max(maxPostsAtOnce);

export const labelPosts = endpoint({
  method: 'PUT',
  path: '/labels/:id/posts',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Adds a label to posts or removes it',
  params: z.strictObject({ id: LabelId }),
  body: z.strictObject({ posts: Posts, labelled: z.boolean() }),
  response: z.object({ success: z.literal(true) }),
  failures: ['account_not_found', 'media_not_found', 'label_not_found', 'label_has_rule', 'label_full'],
});

export const listPostLabels = endpoint({
  method: 'POST',
  path: '/media/labels',
  access: 'user',
  member: 'client',
  cost: 'read',
  summary: 'Returns the labels of posts',
  body: z.strictObject({ posts: Posts, timeZone: TimeZone.optional() }),
  response: z.object({
    /** Only posts with labels. */
    posts: z.array(z.object({ accountId: AccountId, mediaId: z.string(), labelIds: z.array(LabelId) })),
  }),
  failures: ['account_not_found'],
});

const Value = z.number();

/** A group's median and the range of its middle half. */
export const PostGroup = z.object({
  posts: z.number().int(),
  /** Null without posts. */
  spread: z.object({ low: Value, median: Value, high: Value }).nullable(),
});
export type PostGroup = z.infer<typeof PostGroup>;

/**
 * Posts with a label compared with other posts from the same account and, unless the label is about formats, in the
 * same format. Stories are compared with stories.
 */
export const LabelComparison = z.object({
  labelled: PostGroup,
  /** The other posts, weighted to the same mix of accounts, formats and weeks as the labelled ones. */
  others: PostGroup,
  /** Labelled posts left out because no similar post lacks the label, or because the metric is not reported. */
  leftOut: z.number().int(),
  basis: z.object({
    formats: z.enum(['same', 'any']),
    /** Posts are compared within periods of this many days; null if the whole range was needed to find enough. */
    days: z.number().int().nullable(),
    /** Totals at seven days, or lifetime totals for posts at least that old. */
    age: z.enum(['seven_days', 'lifetime']),
  }),
  /** A labelled post's result as a multiple of a similar post's without the label; null for too few posts. */
  ratio: z.object({ value: Value, low: Value, high: Value }).nullable(),
  /**
   * P-value from the two-sided rank test; `adjustedP` corrects for the labels compared and the metrics to choose from.
   */
  p: z.number().nullable(),
  adjustedP: z.number().nullable(),
});
export type LabelComparison = z.infer<typeof LabelComparison>;

export const compareLabels = endpoint({
  method: 'POST',
  path: '/metrics/labels/compare',
  access: 'user',
  member: 'viewer',
  scope: 'analytics:read',
  cost: 'heavyRead',
  summary: 'Compares each label’s posts with similar unlabelled posts: medians, quartiles, ratio and rank test',
  body: z
    .strictObject({
      accountIds: AccountIds,
      startDate: Instant,
      endDate: Instant,
      timeZone: TimeZone.optional(),
      metric: LabelMetric,
    })
    .superRefine(orderedRange('startDate', 'endDate')),
  response: z.object({ labels: z.array(LabelComparison.extend({ labelId: LabelId })) }),
  failures: ['account_not_found'],
});

export const listLabelTests = endpoint({
  method: 'POST',
  path: '/metrics/labels/tests',
  access: 'user',
  member: 'viewer',
  cost: 'heavyRead',
  summary: 'Returns the state of the caller’s experiments, with the results of completed ones',
  body: z.strictObject({ timeZone: TimeZone.optional() }),
  response: z.object({
    tests: z.array(
      z.object({
        labelId: LabelId,
        /** Posts with the label since the start. */
        posts: z.number().int(),
        /** Null until the test has ended. */
        result: LabelComparison.nullable(),
      }),
    ),
  }),
  failures: [],
});
