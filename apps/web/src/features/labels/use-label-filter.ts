import type { PostLabel } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { labelsQuery } from './labels.query.ts';

const noLabels: never[] = [];

/** Returns the labels to filter by, and the requested one unless it was deleted. */
export function useLabelFilter(wanted: string | null): { labels: readonly PostLabel[]; label: string | null } {
  const { data } = useQuery(labelsQuery);
  const isDeleted = data !== undefined && data.labels.every(({ id }) => id !== wanted);
  return { labels: data?.labels ?? noLabels, label: isDeleted ? null : wanted };
}
