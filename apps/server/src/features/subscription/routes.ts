import { listPlans } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import { route } from '../../platform/http/route.ts';
import { listAllPlans } from './queries.ts';

export function subscriptionRoutes({ db }: { db: Database }) {
  return [route(listPlans, async () => ({ plans: await listAllPlans(db) }))];
}
