import type { MediaActivity } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { toNameCounts, toWeek } from '../formulas/activity.ts';
import type { Period } from '../formulas/period.ts';
import type { PostZone } from '../published-within.ts';
import { listActivityCells, listNamedPosts } from './queries.ts';

/** Loads when a period's posts were published, and the names in them. */
export async function loadActivity(
  db: Database,
  scope: AccountScope,
  period: { period: Period; zone: PostZone },
): Promise<Omit<MediaActivity, 'followersPeak'>> {
  const [cells, names] = await Promise.all([listActivityCells(db, scope, period), listNamedPosts(db, scope, period)]);
  const data = toWeek(cells);
  return {
    total: data.reduce((sum, day) => sum + day.total, 0),
    data,
    hashtags: toNameCounts(names, 'hashtags'),
    mentions: toNameCounts(names, 'mentions'),
    collabs: toNameCounts(names, 'collabs'),
  };
}
