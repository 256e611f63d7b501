import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { Period } from '../formulas/period.ts';
import type { PostZone } from '../published-within.ts';
import { listPosts, type MediaRow } from './queries.ts';

/** Lists the posts published in a period with the most views, else interactions, without stories. */
export async function listTopPosts(
  db: Database,
  scope: AccountScope,
  {
    period,
    zone,
    count,
    label = null,
  }: { period: Period; zone: PostZone; count: number; label?: RawBuilder<boolean> | null },
): Promise<MediaRow[]> {
  const { rows } = await listPosts(db, scope, {
    period,
    zone,
    mode: 'published',
    search: '',
    format: null,
    blocks: null,
    label: sql<boolean>`(product_type <> 'STORY' and ${label ?? sql`true`})`,
    sort: [
      { field: 'views', sort: 'desc' },
      { field: 'totalInteractions', sort: 'desc' },
    ],
    page: 0,
    pageSize: count,
  });
  return rows;
}
