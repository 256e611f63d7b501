import type { AccountMetric } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { Period } from '../period.ts';

const columns = { views: 'views', reach: 'reach', total_interactions: 'interactions' } as const;

export function listMetricDays(db: Database, scope: AccountScope, metric: AccountMetric, { from, to }: Period) {
  return db
    .selectFrom('account_day')
    .select(['account_id', 'day', `${columns[metric]} as value`])
    .where('account_id', 'in', scope.accountIds)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute();
}
