import type { AccountMetric } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { metricColumns } from '../metric-columns.ts';
import type { Period } from '../formulas/period.ts';

export function listMetricDays(db: Database, scope: AccountScope, metric: AccountMetric, { from, to }: Period) {
  return db
    .selectFrom('account_day')
    .select(['account_id', 'day', `${metricColumns[metric]} as value`, 'complete'])
    .where('account_id', 'in', scope.accountIds)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute();
}
