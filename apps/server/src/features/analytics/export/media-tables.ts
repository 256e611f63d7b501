import { type MediaItem, type MediaMetrics } from '@tidemark/contract';
import { mediaTotals } from '@tidemark/presentation';
import { toExportName } from '../../../metrics/post-columns.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Column, Value } from '../../../platform/files/table.ts';
import { precedingPeriod } from '../formulas/period.ts';
import { loadMedia } from '../highlights/load-media.ts';
import { mediumColumns } from './media-columns.ts';
import type { ExportDeps, ExportRequest } from './export-request.ts';
import { shareAmongTables } from './shared-tables.ts';
import { exactnessColumns, toExactnessCells } from './value-columns.ts';

type Row = Record<string, Value>;

/** Returns the tables for recent media: the selected items, or the newest in the range. */
export function mediaTables(deps: ExportDeps, { scope, accounts, periods, zone, mediaIds }: ExportRequest) {
  const previous = periods.previous ?? precedingPeriod(periods.current);
  const usernames = new Map(accounts.map(({ accountId, username }) => [accountId, username]));
  const { load, toTable } = shareAmongTables(async () => {
    const request = { period: periods.current, previous, zone, mode: 'combined', page: 0 } as const;
    const { media } = await deps.load((db) => loadMedia({ ...deps, db }, scope, request));
    if (!mediaIds) return media;
    const found = new Set(media.map(({ mediaId }) => mediaId));
    if (mediaIds.some((id) => !found.has(id))) throw new ApiError('media_not_found');
    return media.filter(({ mediaId }) => mediaIds.includes(mediaId));
  });

  function* toMedia(media: readonly MediaItem[]): Generator<Row> {
    for (const item of media)
      yield {
        published_at: item.timestamp,
        account: usernames.get(item.accountId) ?? null,
        account_id: item.accountId,
        media_id: item.mediaId,
        format: item.mediaType,
        caption: item.caption,
        link: item.permalink,
        ...toCells(item.metrics),
        ...toExactnessCells(item.approx),
        ...toCells(item.previousPeriodMetrics, 'previous_'),
        ...toCells(item.lifetimeMetrics, 'lifetime_'),
      };
  }

  function* toTotals(media: readonly MediaItem[]): Generator<Row> {
    for (const { key, value, previous: before, approx } of mediaTotals(media))
      yield {
        metric: key,
        ...periods.current,
        media: media.length,
        value,
        ...toExactnessCells(approx),
        compared_from: previous.from,
        compared_to: previous.to,
        previous: before,
      };
  }

  return {
    /** Throws if a selected item is not among them. */
    check: load,
    media: () => toTable({ name: 'media', title: 'Recent media', columns: mediaColumns }, toMedia),
    totals: () => toTable({ name: 'media-totals', title: 'Totals of recent media', columns: totalColumns }, toTotals),
  };
}

const metrics = [
  'reach',
  'views',
  'total_interactions',
  'likes',
  'comments',
  'saved',
  'shares',
  'follows',
  'engagement_rate',
] as const satisfies readonly (keyof MediaMetrics)[];

function toCells(counts: MediaMetrics | null, prefix = ''): Row {
  return Object.fromEntries(metrics.map((metric) => [`${prefix}${toExportName(metric)}`, counts?.[metric] ?? null]));
}

const toColumns = (prefix = ''): Column[] => metrics.map((metric) => ({ name: `${prefix}${toExportName(metric)}` }));

const mediaColumns: readonly Column[] = [
  ...mediumColumns,
  ...toColumns(),
  ...exactnessColumns,
  ...toColumns('previous_'),
  ...toColumns('lifetime_'),
];
const totalColumns: readonly Column[] = [
  { name: 'metric' },
  { name: 'from', kind: 'day' },
  { name: 'to', kind: 'day' },
  { name: 'media' },
  { name: 'value' },
  ...exactnessColumns,
  { name: 'compared_from', kind: 'day' },
  { name: 'compared_to', kind: 'day' },
  { name: 'previous' },
];
