import type { Database } from '../../database/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/route.ts';
import { findAccess } from './queries.ts';

/** Refuses whose plan does not open the roadmap, or asking for features. Operators may always. */
export async function requireRoadmapAccess(db: Database, viewer: Viewer, wanted: 'view' | 'add'): Promise<void> {
  if (viewer.role === 'system-admin') return;
  const access = await findAccess(db, viewer.userId);
  if (access?.status !== 'active') throw new Failure('subscription_inactive');
  if (!access.view || (wanted === 'add' && !access.add)) throw new Failure('forbidden');
}
