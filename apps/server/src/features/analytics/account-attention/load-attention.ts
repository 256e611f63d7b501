import { type AccountAttention, type ComparedAccount, countDays, type UsualChanges } from '@tidemark/contract';
import { findUnusualChanges, headlineMetrics, toUsualPercent } from '@tidemark/contract/unusual-changes';
import type { AccountScope } from '../../accounts/index.ts';
import { loadComparedAccounts } from '../account-comparison/load-compared-accounts.ts';
import { isUnusualPause } from '../formulas/pause.ts';
import { precedingPeriod } from '../formulas/period.ts';
import { pastDays, toUsualChanges } from '../formulas/usual-changes.ts';
import type { CardDeps, Periods } from '../metric-cards/load-card.ts';
import { sumPastPeriods } from '../usual-changes/queries.ts';
import { listPosting } from './queries.ts';

/** Judges each account by its own past, as the headline of its page does. */
export async function loadAttention(
  deps: CardDeps,
  scope: AccountScope,
  periods: Periods,
): Promise<AccountAttention[]> {
  const { current, previous } = periods;
  // Usual changes are known only from one period to the next.
  const past = previous?.from === precedingPeriod(current).from ? pastDays(current) : null;
  const [compared, pastPeriods, posting] = await Promise.all([
    loadComparedAccounts(deps, scope, periods),
    past ? sumPastPeriods(deps.db, scope, past.period, past.length) : new Map<string, never>(),
    listPosting(deps.db, scope, current.to),
  ]);
  return compared.map((account) => {
    const { accountId, hasData, metrics } = account;
    const posts = posting.get(accountId);
    const pauseDays = posts ? countDays(posts.newest, current.to) - 1 : null;
    return {
      accountId,
      hasData,
      views: metrics.views,
      followers: metrics.followers,
      unusual: hasData ? listUnusual(account, past ? toUsualChanges(pastPeriods.get(accountId) ?? []) : undefined) : [],
      pauseDays: posts && pauseDays !== null && isUnusualPause(pauseDays, posts) ? pauseDays : null,
    };
  });
}

function listUnusual({ metrics }: ComparedAccount, usual: UsualChanges | undefined): AccountAttention['unusual'] {
  const changes = headlineMetrics.map((metric) => ({ metric, ...metrics[metric] }));
  return (findUnusualChanges(changes, usual) ?? []).map(({ metric, percent, difference }) => ({
    metric,
    percentChange: percent,
    change: difference,
    usual: toUsualPercent({ metric, percent }, usual),
  }));
}
