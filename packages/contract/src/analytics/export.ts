import { z } from 'zod';
import { AccountIds } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { TimedFormat } from './best-time.ts';
import { comparisonPeriod, Instant, orderedComparison, orderedRange, TimeZone } from './period.ts';
import { FilterMode, PostColumn, PostFormat, PublishedIn } from './posts.ts';
import { MediaId, SelectedMedia } from './post-insights.ts';
import { LabelMetric } from './post-labels.ts';
import { OverviewMetric } from './usual-changes.ts';

export const exportFormats = ['csv', 'xlsx', 'json'] as const;
export const ExportFormat = z.enum(exportFormats);
export type ExportFormat = z.infer<typeof ExportFormat>;

export const csvSeparators = ['comma', 'semicolon', 'tab'] as const;
export type CsvSeparator = (typeof csvSeparators)[number];

export const exportSections = [
  /** Each metric's value and change. */
  'metrics',
  /** Views, reach and interactions by surface, audience and kind. */
  'breakdowns',
  /** Each metric by day; views, reach and interactions by account. */
  'days',
  'posts',
  /** Recent media: the newest with their results in the range, and their totals. */
  'media',
  'media-totals',
  'demographics',
  /** Posts and interactions by weekday and time of day. */
  'activity',
  /** Hashtags, mentions and collaborations. */
  'names',
  /** Metrics by account. */
  'accounts',
  /** One account's week by hour: results for posts published in it, and followers online. */
  'best-time',
  'best-time-suggestions',
  /** One post by age, compared with earlier posts; its scores; its metrics; the latest posts in its format by score. */
  'post-course',
  'post-scores',
  'post-figures',
  'post-ranking',
  /** Posts with each label compared with similar ones without it, and experiments started with labels. */
  'labels',
  'label-tests',
  /** Public data for one account and its peers; their followers by day; where the account stands. */
  'peers',
  'peer-days',
  'peer-ranks',
  /**
   * Results for selected or all posts in the range: together, by day, by post and by format; also activity on the
   * profile and in stories, and recommendations. Operators only.
   */
  'insight-totals',
  'insight-days',
  'insight-posts',
  'insight-formats',
  'insight-profile',
  'insight-opportunities',
] as const;
export const ExportSection = z.enum(exportSections);
export type ExportSection = z.infer<typeof ExportSection>;

/** Everything on the Overview. */
export const overviewSections = [
  'metrics',
  'breakdowns',
  'days',
  'posts',
  'media',
  'media-totals',
  'demographics',
  'activity',
  'names',
] as const satisfies readonly ExportSection[];

export const maxExportedPosts = 50_000;
const maxExportedPeers = 200;

const isOfOneAccount = (section: ExportSection) => /^(best-time|peer|post-)/.test(section);

export const exportFigures = endpoint({
  method: 'POST',
  path: '/metrics/export',
  access: 'user',
  member: 'viewer',
  /** Sections about posts and media also need `posts:read`. */
  scope: 'analytics:read',
  cost: 'download',
  summary:
    'Exports the values of a screen as a file: CSV (several sections as a ZIP archive of one file each), XLSX with one ' +
    'sheet per section, or JSON. Columns give the reasons and bounds of approximate values. CSV and XLSX are written ' +
    'for programs, with times in UTC, unless `spreadsheet` is given: then times are in `timeZone`, which the column ' +
    'names, and CSV uses the reader’s separator (`semicolon` with decimal commas, `tab` as .tsv) and IDs as text ' +
    '(`="17841400000000000"`), because spreadsheets would round them',
  body: z
    .strictObject({
      format: ExportFormat,
      sections: z
        .array(ExportSection)
        .min(1)
        .max(exportSections.length)
        .refine((sections) => new Set(sections).size === sections.length, 'must not repeat a section'),
      /** Limits `metrics`, `breakdowns` and `days`; all by default. */
      metrics: z.array(OverviewMetric).min(1).max(20).optional(),
      cStart: Instant,
      cEnd: Instant,
      ...comparisonPeriod,
      accountIds: AccountIds,
      /** The viewer's time zone, for posts and times of day; defaults to Instagram's days and UTC. */
      timeZone: TimeZone.optional(),
      /** Writes CSV and XLSX for people instead of programs. */
      spreadsheet: z.strictObject({ separator: z.enum(csvSeparators).default('comma') }).optional(),
      /** Search, filters and order for `posts`; by default everything in the range, newest first. */
      posts: z
        .strictObject({
          query: z.string().max(200),
          filterMode: FilterMode,
          format: PostFormat.nullable(),
          sort: z.array(z.strictObject({ field: PostColumn, sort: z.enum(['asc', 'desc']) })).max(3),
          publishedIn: PublishedIn.optional(),
          /** Restricts the export to posts with this label, one of the caller's. */
          labelId: z.uuid().optional(),
        })
        .optional(),
      /** Format for `best-time` and its suggestions; all by default. */
      bestTimeFormat: TimedFormat.optional(),
      /** Post for the `post-…` sections. */
      mediaId: MediaId.optional(),
      /** Posts for the `insight-…` and `media…` sections; all by default. */
      mediaIds: SelectedMedia.optional(),
      /** Metric that `labels` compares; interactions by default. */
      labelMetric: LabelMetric.optional(),
      /** Label for `labels` and `label-tests`; all by default. */
      labelId: z.uuid().optional(),
      /** Peers for `peers` and `peer-days`; all by default. */
      peerIds: z.array(z.uuid()).min(1).max(maxExportedPeers).optional(),
    })
    .refine(({ sections, accountIds }) => accountIds.length === 1 || !sections.some(isOfOneAccount), {
      path: ['accountIds'],
      message: 'must be one account for these sections',
    })
    .refine(({ sections, mediaId }) => mediaId !== undefined || !sections.some((name) => name.startsWith('post-')), {
      path: ['mediaId'],
      message: 'is required for these sections',
    })
    .superRefine(orderedRange('cStart', 'cEnd'))
    .superRefine(orderedComparison),
  response: z.string(),
  failures: ['account_not_found', 'label_not_found', 'media_not_found', 'peer_not_listed', 'export_too_large'],
});
