import { curveMetrics, type EndpointResponse, type getPost } from '@tidemark/contract';
import type { Column, Value } from '../../../platform/files/table.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { loadPost } from '../post-page/load-post.ts';
import type { ExportDeps, ExportRequest } from './export-request.ts';
import { shareAmongTables } from './shared-tables.ts';
import { exactnessColumns, toExactnessCells } from './value-columns.ts';

type Post = EndpointResponse<typeof getPost>;
type Row = Record<string, Value>;

/** Returns the tables for a post's page. */
export function postPageTables(deps: ExportDeps, { scope, mediaId }: ExportRequest) {
  const { load, toTable } = shareAmongTables(async () => {
    const post = mediaId === null ? null : await deps.load((db) => loadPost(db, scope, mediaId));
    if (!post) throw new ApiError('media_not_found');
    return post;
  });
  return {
    /** Throws if the post is not stored. */
    check: load,
    course: () => toTable({ name: 'post-course', title: 'Over time', columns: courseColumns }, toCourse),
    scores: () => toTable({ name: 'post-scores', title: 'Scores', columns: scoreColumns }, toScores),
    figures: () => toTable({ name: 'post-figures', title: 'Metrics of the post', columns: figureColumns }, toFigures),
    ranking: () =>
      toTable({ name: 'post-ranking', title: 'Latest posts by score', columns: rankingColumns }, toRanking),
  };
}

const postColumns: readonly Column[] = [{ name: 'media_id' }, { name: 'metric' }];
const courseColumns: readonly Column[] = [
  ...postColumns,
  { name: 'age_minutes' },
  { name: 'at', kind: 'instant' },
  { name: 'value' },
  { name: 'usual_low' },
  { name: 'usual_median' },
  { name: 'usual_high' },
  { name: 'compared_posts' },
];
const scoreColumns: readonly Column[] = [
  ...postColumns,
  { name: 'percentile' },
  { name: 'basis' },
  { name: 'age_minutes' },
  { name: 'value' },
  { name: 'compared_posts' },
  { name: 'missing' },
  ...exactnessColumns,
];
const rankingColumns: readonly Column[] = [
  { name: 'published_at', kind: 'instant' },
  { name: 'media_id' },
  { name: 'format' },
  { name: 'caption' },
  { name: 'link' },
  { name: 'views' },
  { name: 'percentile' },
  { name: 'basis' },
  { name: 'age_minutes' },
  { name: 'compared_posts' },
  { name: 'missing' },
  ...exactnessColumns,
];
const figureColumns: readonly Column[] = [...postColumns, { name: 'value' }, { name: 'synced_at', kind: 'instant' }];

/** Yields the total at each measured age, and the range that covers 8 in 10 earlier posts at that age. */
function* toCourse({ post, measurements, bands }: Post): Generator<Row> {
  for (const metric of curveMetrics) {
    const values = new Map(measurements.map((one) => [one.ageMinutes, one[metric]]));
    const usual = new Map((bands[metric] ?? []).map((point) => [point.ageMinutes, point]));
    const ages = [...new Set([...values.keys(), ...usual.keys()])].toSorted((one, other) => one - other);
    for (const age of ages) {
      const point = usual.get(age);
      yield {
        media_id: post.mediaId,
        metric,
        age_minutes: age,
        at: new Date(Date.parse(post.timestamp) + age * 60_000).toISOString(),
        value: values.get(age) ?? null,
        usual_low: point?.low ?? null,
        usual_median: point?.median ?? null,
        usual_high: point?.high ?? null,
        compared_posts: point?.posts ?? null,
      };
    }
  }
}

function* toScores({ post, scores }: Post): Generator<Row> {
  for (const metric of curveMetrics) {
    const { percentile, basis, ageMinutes, value, posts, missing, approx } = scores[metric];
    yield {
      media_id: post.mediaId,
      metric,
      percentile,
      basis,
      age_minutes: ageMinutes,
      value,
      compared_posts: posts,
      missing,
      ...toExactnessCells(approx),
    };
  }
}

function* toFigures({ post, figures }: Post): Generator<Row> {
  for (const [metric, value] of Object.entries(figures))
    yield { media_id: post.mediaId, metric, value, synced_at: post.syncedAt };
}

/** Yields the latest posts in its format, as the page lists them. */
function* toRanking({ ranking }: Post): Generator<Row> {
  for (const { score, ...post } of ranking)
    yield {
      published_at: post.timestamp,
      media_id: post.mediaId,
      format: post.mediaType,
      caption: post.caption,
      link: post.permalink,
      views: post.views,
      percentile: score.percentile,
      basis: score.basis,
      age_minutes: score.ageMinutes,
      compared_posts: score.posts,
      missing: score.missing,
      ...toExactnessCells(score.approx),
    };
}
