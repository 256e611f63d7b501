import type { PostRow } from '@tidemark/contract';
import type { QueryClient } from '@tanstack/react-query';
import { labelsQuery, postLabelsQuery } from './labels.query.ts';
import { loadLabelFilter } from './lazy-parts.ts';
import { toLabelled } from './to-labelled.ts';

/** Requests the labels of posts that have just arrived, and the menu of labels, before either is drawn. */
export async function prefetchPostLabels(queries: QueryClient, rows: readonly PostRow[]): Promise<void> {
  await queries.prefetchQuery(labelsQuery);
  if (rows.length === 0 || !queries.getQueryData(labelsQuery.queryKey)?.labels.length) return;
  void queries.prefetchQuery(postLabelsQuery(toLabelled(rows)));
  await loadLabelFilter();
}
