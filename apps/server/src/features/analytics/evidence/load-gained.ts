import { maxEvidencePosts } from '@tidemark/contract';
import { dayMetrics } from '../../../metrics/day-metrics.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { MeasuredRow } from '../formulas/media-aggregate.ts';
import type { Period } from '../formulas/period.ts';
import { loadMeasured } from '../post-insights/load-measured.ts';
import type { PostRow } from '../post-page/queries.ts';
import type { EvidenceDeps } from './find-calls.ts';
import { findPostFields } from './find-fields.ts';
import { findPostsCalls } from './find-posts-calls.ts';
import { toListedPosts } from './load-posts-evidence.ts';
import type { Explanation, Networks } from './load-networks.ts';
import type { EvidenceColumn } from './part-columns.ts';

/** Columns of days that are sums of what posts gained. */
const gainedColumns = ['interactions', 'likes', 'comments', 'shares'] as const;
type GainedColumn = (typeof gainedColumns)[number];

interface Gained {
  networks: Networks;
  /** A column, and those that are subtracted from it. */
  columns: readonly EvidenceColumn[];
  period: Period;
}

/** Loads where sums of what posts gained come from: the posts, and the answers with their lifetime totals. */
export async function loadGained(
  deps: EvidenceDeps,
  scope: AccountScope,
  { networks, columns, period }: Gained,
): Promise<Pick<Explanation, 'calls' | 'missing' | 'posts'>> {
  const [first, ...others] = gainedColumns.filter((column) => columns.includes(column));
  if (!first) return { calls: [], missing: [] };
  const measured = await loadMeasured(deps, scope, { period, ids: null, excluded: [] });
  const rows = measured
    .filter((row) => networks.has(row.account_id))
    .map((row) => ({ row, value: subtract(row) }))
    .filter(({ value }) => value !== null && value !== 0)
    .toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0));
  const listed = rows.slice(0, maxEvidencePosts).map(({ row }) => row);
  const found = await findPostsCalls(deps, scope, listed, (post) => [
    {
      value: subtract(post),
      find: (answer, mediaId) => {
        const network = networks.get(post.account_id);
        if (!network) return null;
        const subtracted = new Set(others.flatMap((column) => network.listFields(dayMetrics[column])));
        const fields = network.listFields(dayMetrics[first]).filter((field) => !subtracted.has(field));
        return findPostFields(answer, mediaId, { posts: network.posts, fields });
      },
    },
  ]);
  return { ...found, posts: toListedPosts(rows) };

  function subtract(row: Pick<MeasuredRow | PostRow, GainedColumn>): number | null {
    const whole = first ? row[first] : null;
    return whole === null ? null : others.reduce((rest, column) => rest - (row[column] ?? 0), whole);
  }
}
