import type { FollowerDemographics } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { toFollowerDemographics } from '../formulas/demographics.ts';
import { findCityCountry } from './city-country.ts';
import { listSnapshots, sumFollowerDemographics } from './queries.ts';

/** Follower demographics as synced nearest to a day. */
export async function loadDemographics(db: Database, scope: AccountScope, day: string): Promise<FollowerDemographics> {
  const [sums, snapshots] = await Promise.all([sumFollowerDemographics(db, scope, day), listSnapshots(db, scope, day)]);
  return toFollowerDemographics(sums, snapshots, scope.accountIds, findCityCountry);
}
