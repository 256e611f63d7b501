import { getLatestMetric } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import { toPeriod } from '../formulas/period.ts';
import { loadDemographics } from './load-demographics.ts';

export function demographicsRoutes({ db }: { db: Database }) {
  return [
    route(getLatestMetric, async ({ viewer, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      return loadDemographics(db, scope, toPeriod(body.isoStart, body.isoEnd).to);
    }),
  ];
}
