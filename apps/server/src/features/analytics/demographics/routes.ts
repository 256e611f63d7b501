import { getLatestMetric } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import { toFollowerDemographics } from '../formulas/demographics.ts';
import { toPeriod } from '../formulas/period.ts';
import { findCityCountry } from './city-country.ts';
import { listSnapshots, sumFollowerDemographics } from './queries.ts';

export function demographicsRoutes({ db }: { db: Database }) {
  return [
    route(getLatestMetric, async ({ viewer, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const { to } = toPeriod(body.isoStart, body.isoEnd);
      const [sums, snapshots] = await Promise.all([
        sumFollowerDemographics(db, scope, to),
        listSnapshots(db, scope, to),
      ]);
      return toFollowerDemographics(sums, snapshots, scope.accountIds, findCityCountry);
    }),
  ];
}
