import type { Database } from '../../database/database.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Viewer } from '../../platform/http/route.ts';
import { findAccess } from './queries.ts';

/** Throws unless the plan allows viewing the roadmap, or requesting features. Operators always may. */
export async function requireRoadmapAccess(db: Database, viewer: Viewer, permission: 'view' | 'add'): Promise<void> {
  if (viewer.role === 'system-admin') return;
  const access = await findAccess(db, viewer.userId);
  if (access?.status !== 'active') throw new ApiError('subscription_inactive');
  if (!access.view || (permission === 'add' && !access.add)) throw new ApiError('forbidden');
}
