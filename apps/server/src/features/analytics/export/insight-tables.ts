import { type MediaAggregate, type MediaMetricName, mediaMetricNames } from '@tidemark/contract';
import type { Column, Value } from '../../../platform/files/table.ts';
import { precedingPeriod } from '../formulas/period.ts';
import { loadAggregate } from '../post-insights/load-aggregate.ts';
import { mediumColumns } from './media-columns.ts';
import type { ExportDeps, ExportRequest } from './export-request.ts';
import { shareAmongTables } from './shared-tables.ts';
import { exactnessColumns, toExactnessCells } from './value-columns.ts';

type Row = Record<string, Value>;

/** Instagram replaced impressions with views. */
const names = mediaMetricNames.filter((name) => name !== 'impressions');
const countColumns: readonly Column[] = names.map((name) => ({ name }));

/** Returns the tables for Post Insights. */
export function insightTables(deps: ExportDeps, { scope, accounts, periods, zone, mediaIds }: ExportRequest) {
  const previous = periods.previous ?? precedingPeriod(periods.current);
  const usernames = new Map(accounts.map(({ accountId, username }) => [accountId, username]));
  const { load, toTable } = shareAmongTables(() =>
    deps.load((db) =>
      loadAggregate({ ...deps, db }, scope, { period: periods.current, previous, ids: mediaIds, names, zone }),
    ),
  );

  function* toPosts({ mediaMetrics }: MediaAggregate): Generator<Row> {
    for (const media of mediaMetrics)
      yield {
        published_at: media.timestamp,
        account: usernames.get(media.accountId) ?? null,
        account_id: media.accountId,
        media_id: media.mediaId,
        format: media.mediaType,
        caption: media.caption,
        link: media.permalink,
        ...toCounts(media),
        engagement_rate: media.engagement_rate,
        ...toExactnessCells(media.approx),
      };
  }

  function* toTotals({ totals, previousTotals }: MediaAggregate): Generator<Row> {
    for (const metric of [...names, 'avgEngagementRate'] as const) {
      const isOfReach = metric === 'reach' || metric === 'avgEngagementRate';
      yield {
        metric: metric === 'avgEngagementRate' ? 'engagement_rate' : metric,
        ...periods.current,
        value: totals[metric],
        ...toExactnessCells(isOfReach ? totals.reachApprox : totals.approx),
        compared_from: previous.from,
        compared_to: previous.to,
        previous: previousTotals?.[metric] ?? null,
      };
    }
  }

  return {
    /** Throws if a selected post is not stored. */
    check: load,
    totals: () => toTable({ name: 'insight-totals', title: 'Post totals', columns: totalColumns }, toTotals),
    days: () => toTable({ name: 'insight-days', title: 'Posts by day', columns: dayColumns }, toDays),
    posts: () => toTable({ name: 'insight-posts', title: 'Posts in the range', columns: postColumns }, toPosts),
    profile: () => toTable({ name: 'insight-profile', title: 'Profile activity', columns: profileColumns }, toProfile),
    formats: () => toTable({ name: 'insight-formats', title: 'Formats', columns: formatColumns }, toFormats),
  };
}

const totalColumns: readonly Column[] = [
  { name: 'metric' },
  { name: 'from', kind: 'day' },
  { name: 'to', kind: 'day' },
  { name: 'value' },
  ...exactnessColumns,
  { name: 'compared_from', kind: 'day' },
  { name: 'compared_to', kind: 'day' },
  { name: 'previous' },
];
const dayColumns: readonly Column[] = [{ name: 'day', kind: 'day' }, ...countColumns];
const postColumns: readonly Column[] = [
  ...mediumColumns,
  ...countColumns,
  { name: 'engagement_rate' },
  ...exactnessColumns,
];
const formatColumns: readonly Column[] = [
  { name: 'format' },
  { name: 'posts' },
  { name: 'reach' },
  { name: 'views' },
  { name: 'total_interactions' },
  { name: 'engagement_rate' },
  ...exactnessColumns,
];

const profileColumns: readonly Column[] = [{ name: 'kind' }, { name: 'action' }, { name: 'value' }, { name: 'posts' }];

function toCounts(counts: Pick<MediaAggregate['dailyMetrics'][number], MediaMetricName>): Row {
  return Object.fromEntries(names.map((name) => [name, counts[name]]));
}

function* toDays({ dailyMetrics }: MediaAggregate): Generator<Row> {
  for (const day of dailyMetrics) yield { day: day.date, ...toCounts(day) };
}

function* toFormats({ formats }: MediaAggregate): Generator<Row> {
  for (const { mediaType, isApprox: _, approx, ...values } of formats)
    yield { format: mediaType, ...values, ...toExactnessCells(approx) };
}

/** Yields lifetime totals, which Instagram does not report for reels. */
function* toProfile({ profileActivity, storyNavigation }: MediaAggregate): Generator<Row> {
  for (const { action, value } of profileActivity.actions)
    yield { kind: 'profile_activity', action, value, posts: profileActivity.posts };
  for (const { move, value } of storyNavigation.moves)
    yield { kind: 'story_navigation', action: move, value, posts: storyNavigation.stories };
}
