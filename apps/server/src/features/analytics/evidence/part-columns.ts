import type { AccountMetric, BreakdownPart } from '@tidemark/contract';
import type { AccountDayRow } from '../../../database/tables/sync.ts';
import type { FigureColumn } from '../account-figures/queries.ts';
import { metricColumns } from '../metric-columns.ts';

type Surface = 'post' | 'reel' | 'story' | 'carousel' | 'ad' | 'other';
type PartColumn =
  `${'reach' | 'views' | 'interactions'}_${Surface}` | `${'reach' | 'views'}_${'follower' | 'non_follower'}` | 'likes';

/** Columns in `account_day` that evidence is found for. */
export type EvidenceColumn = FigureColumn | PartColumn;

const surfaces = { POST: 'post', REEL: 'reel', CAROUSEL_CONTAINER: 'carousel', STORY: 'story', AD: 'ad' } as const;
const interactions = { LIKES: 'likes', COMMENTS: 'comments', SAVES: 'saves', SHARES: 'shares' } as const;

/** Lists a dimension's columns by part; a metric without the dimension has none. */
function listParts(metric: AccountMetric, dimension: BreakdownPart['dimension']): Map<string, EvidenceColumn> {
  const name = metricColumns[metric];
  const parts = new Map<string, EvidenceColumn>();
  if (dimension === 'media_product_type')
    for (const [value, surface] of Object.entries(surfaces)) parts.set(value, `${name}_${surface}`);
  else if (dimension === 'interaction_type' && name === 'interactions')
    for (const [value, column] of Object.entries(interactions)) parts.set(value, column);
  else if (dimension === 'follow_type' && name !== 'interactions') {
    parts.set('FOLLOWER', `${name}_follower`);
    parts.set('NON_FOLLOWER', `${name}_non_follower`);
  }
  return parts;
}

/** Returns the columns that a part is computed from; a remainder is the total less the other parts. */
export function toPartColumns(
  metric: AccountMetric,
  { dimension, value }: BreakdownPart,
): { columns: EvidenceColumn[]; isRemainder: boolean } {
  const parts = listParts(metric, dimension);
  const own = parts.get(value);
  if (own) return { columns: [own], isRemainder: false };
  if (parts.size === 0) return { columns: [], isRemainder: false };
  // Surfaces overlap in people, so the sync stores what it could not name.
  if (metric === 'reach' && dimension === 'media_product_type') return { columns: ['reach_other'], isRemainder: false };
  return { columns: [metricColumns[metric], ...parts.values()], isRemainder: true };
}

export function readColumn(row: Partial<AccountDayRow>, column: EvidenceColumn): number | null {
  return row[column] ?? null;
}
