import { getLatestMetric } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import { toFollowerDemographics } from '../formulas/demographics.ts';
import { toPeriod } from '../period.ts';
import { sumFollowerDemographics } from './queries.ts';

export function demographicsRoutes({ db }: { db: Database }) {
  return [
    route(getLatestMetric, async ({ viewer, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const { to } = toPeriod(body.isoStart, body.isoEnd);
      const { sums, asOf } = await sumFollowerDemographics(db, scope, to);
      return toFollowerDemographics(sums, asOf);
    }),
  ];
}
