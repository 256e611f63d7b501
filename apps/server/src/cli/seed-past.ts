import { raisePastAlerts } from '../features/alerts/index.ts';
import { type PastMeasurement, storePastMeasurements } from '../features/peers/index.ts';
import { type PastTotals, storePastTotals } from '../features/sync/index.ts';
import type { DayClock } from '../platform/clock.ts';
import type { Database } from '../database/database.ts';

/** What a demo user would have from earlier days. */
export interface Past {
  userId: string;
  posts: readonly PastTotals[];
  peers: readonly { username: string; days: readonly PastMeasurement[] }[];
}

/** Stores what calls of the API cannot, because it happened before the start. */
export async function seedPast(deps: DayClock & { db: Database }, { userId, posts, peers }: Past): Promise<void> {
  await storePastTotals(deps.db, posts);
  for (const peer of peers) await storePastMeasurements(deps.db, { userId, ...peer });
  await raisePastAlerts(deps, userId, { weeks: 100, count: 6, unread: 1 });
}
