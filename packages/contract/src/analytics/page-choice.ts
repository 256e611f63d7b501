import { z } from 'zod';
import { AccountId, AccountIds } from '../accounts/account.ts';
import { TimedFormat } from './best-time.ts';
import { comparisonPeriod, Instant, orderedComparison, orderedRange, TimeZone } from './period.ts';
import { MediaId, SelectedMedia } from './post-insights.ts';
import { LabelMetric } from './post-labels.ts';

/** A page other than a report. */
export const PageChoice = z.discriminatedUnion('page', [
  z.strictObject({
    page: z.literal('best-time'),
    accountId: AccountId,
    timeZone: TimeZone,
    format: TimedFormat.nullable(),
  }),
  z.strictObject({ page: z.literal('post'), accountId: AccountId, timeZone: TimeZone, mediaId: MediaId }),
  z.strictObject({ page: z.literal('peers'), accountId: AccountId, timeZone: TimeZone }),
  z
    .strictObject({
      page: z.literal('labels'),
      accountIds: AccountIds,
      timeZone: TimeZone,
      cStart: Instant,
      cEnd: Instant,
      metric: LabelMetric,
    })
    .superRefine(orderedRange('cStart', 'cEnd')),
  /** Operators only. */
  z
    .strictObject({
      page: z.literal('post-insights'),
      accountIds: AccountIds,
      timeZone: TimeZone,
      cStart: Instant,
      cEnd: Instant,
      ...comparisonPeriod,
      mediaIds: SelectedMedia,
    })
    .superRefine(orderedRange('cStart', 'cEnd'))
    .superRefine(orderedComparison),
]);
export type PageChoice = z.infer<typeof PageChoice>;

/** Rows in the posts table; the export's other formats have no such limit. */
export const maxDocumentPosts = 100;
