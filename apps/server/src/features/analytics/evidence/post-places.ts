import type { PostMetric, ProfileAction } from '@tidemark/contract';
import { postMetrics, type PostMetricRow } from '../../../metrics/post-metrics.ts';
import { postMetricRows } from '../../../metrics/post-columns.ts';
import { actionColumns } from '../formulas/reported-actions.ts';
import type { PostPlace } from './find-used.ts';

/** The place of a metric in an answer. */
export function toPostPlace(metric: PostMetric): PostPlace {
  return toPlace(postMetrics[metric]) ?? { insight: metric, field: undefined };
}

/** Returns the metrics that a metric is computed from. */
export function toPostParts(metric: PostMetric): readonly PostMetric[] {
  const { parts }: PostMetricRow = postMetrics[metric];
  return parts ?? [metric];
}

/** The place of a profile action in an answer; null for actions that Instagram does not name. */
export function toActionPlace(action: ProfileAction): PostPlace | null {
  const row = postMetricRows.find(([, { column }]) => column === actionColumns[action]);
  return row ? toPlace(row[1]) : null;
}

function toPlace({ instagram }: PostMetricRow): PostPlace | null {
  if (!instagram) return null;
  const { name: insight, cell, field } = instagram;
  if (!cell) return { insight, field };
  return cell.value === null ? null : { insight, cell: cell.value, field };
}
