import type { Database } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { MeasuredRow } from '../formulas/media-aggregate.ts';
import { toMediaKey } from '../formulas/media-key.ts';
import type { Period } from '../formulas/period.ts';
import { type PostZone, toPublishedDay } from '../published-within.ts';
import { listLater, listMeasured, listRepeated, type PostOfAccount } from './queries.ts';

export interface MeasuredRequest {
  period: Period;
  /** Media IDs without duplicates; null selects all the period's media. */
  ids: string[] | null;
  zone: PostZone;
}

/** Lists posts of other accounts' copies, and those published after the period, which are not counted. */
export async function listExcluded(
  db: Database,
  scope: AccountScope,
  { period, ids, zone }: MeasuredRequest,
): Promise<PostOfAccount[]> {
  const [repeated, later] = await Promise.all([
    listRepeated(db, scope),
    ids === null ? listLater(db, scope, period, zone) : [],
  ]);
  return [...repeated, ...later];
}

/** Loads selected or all media in a period; throws `media_not_found` if a selected item is not stored. */
export async function loadMeasured(
  { db, dayZone }: { db: Database; dayZone: string },
  scope: AccountScope,
  { period, ids, excluded }: Omit<MeasuredRequest, 'zone'> & { excluded: readonly PostOfAccount[] },
): Promise<MeasuredRow[]> {
  const found = await listMeasured(db, scope, ids, { period, dayZone });
  const excludedKeys = new Set(excluded.map(toMediaKey));
  const rows = found.filter((row) => !excludedKeys.has(toMediaKey(row)));
  if (ids && new Set(rows.map(({ media_id }) => media_id)).size !== ids.length) throw new ApiError('media_not_found');
  return rows;
}

/** Returns the media whose lifetime totals are counted: the selected, or those published in the period. */
export function filterLasting(rows: readonly MeasuredRow[], { period, ids, zone }: MeasuredRequest): MeasuredRow[] {
  return rows.filter((row) => {
    const day = toPublishedDay(row, zone);
    return ids !== null || (day >= period.from && day <= period.to);
  });
}
