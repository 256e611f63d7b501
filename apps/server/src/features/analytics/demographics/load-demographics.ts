import type { FollowerDemographics } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { toFollowerDemographics } from '../formulas/demographics.ts';
import { findCityCountry } from './city-country.ts';
import { listSnapshots } from './queries.ts';

/** Loads follower demographics as synced nearest to a day. */
export async function loadDemographics(db: Database, scope: AccountScope, day: string): Promise<FollowerDemographics> {
  return toFollowerDemographics(await listSnapshots(db, scope, day), scope.accountIds, findCityCountry);
}
