import { addDays, type EndpointResponse, type getOpportunities, opportunityDays } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { countBasis, toOpportunities } from '../formulas/opportunities.ts';
import type { PostZone } from '../published-within.ts';
import { countKnown, listAdviceCells } from './queries.ts';

export type Opportunities = EndpointResponse<typeof getOpportunities>;

/**
 * Derives recommendations from the days up to a date, or from selected posts; throws if a selected post is not stored.
 */
export async function loadOpportunities(
  db: Database,
  scope: AccountScope,
  { to, ids, zone }: { to: string; ids: string[] | null; zone: PostZone },
): Promise<Opportunities> {
  if (ids && (await countKnown(db, scope, ids)) !== ids.length) throw new ApiError('media_not_found');
  const lookBackPeriod = { from: addDays(to, 1 - opportunityDays), to };
  const cells = await listAdviceCells(db, scope, ids ? { ids } : lookBackPeriod, zone);
  return {
    from: ids ? null : lookBackPeriod.from,
    to: ids ? null : lookBackPeriod.to,
    ...countBasis(cells),
    opportunities: toOpportunities(cells),
  };
}
