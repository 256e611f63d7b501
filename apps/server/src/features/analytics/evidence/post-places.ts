import type { PostMetric, ProfileAction } from '@tidemark/contract';
import type { NetworkAnswers } from '../../../metrics/network-answers.ts';
import { postMetrics, type PostMetricRow } from '../../../metrics/post-metrics.ts';
import { postMetricRows } from '../../../metrics/post-columns.ts';
import { actionColumns } from '../formulas/reported-actions.ts';
import type { Answer } from './answer-source.ts';
import { findPostFields, type UsedFields } from './find-fields.ts';
import { findPostValue, type PostPlace } from './find-used.ts';

/** Finds a post's number in an answer. */
export type FindInAnswer = (answer: Answer, mediaId: string) => UsedFields | null;

/** Returns how to find a metric, or those that it is computed from, in a network's answers. */
export function listFinders(
  metric: PostMetric,
  network: NetworkAnswers | undefined,
): { part: PostMetric; find: FindInAnswer }[] {
  if (!network) return toPostParts(metric).map((part) => ({ part, find: findAt(toPostPlace(part)) }));
  const { posts } = network;
  const fields = network.listFields(postMetrics[metric]);
  return [{ part: metric, find: (answer, mediaId) => findPostFields(answer, mediaId, { posts, fields }) }];
}

/** Returns how to find what is at a place in Instagram's answers. */
export function findAt(where: PostPlace): FindInAnswer {
  return (answer, mediaId) => {
    const found = findPostValue(answer, mediaId, where);
    return found && { body: found.body, used: [found.place], value: found.value };
  };
}

/** The place of a metric in an answer. */
export function toPostPlace(metric: PostMetric): PostPlace {
  return toPlace(postMetrics[metric]) ?? { insight: metric, field: undefined };
}

/** Returns the metrics that a metric is computed from. */
function toPostParts(metric: PostMetric): readonly PostMetric[] {
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
