import type { ComparedAccount, ComparedValue, MetricCard } from '@tidemark/contract';
import type { AccountScope } from '../../accounts/index.ts';
import { loadFigures } from '../account-figures/load-figures.ts';
import { listFirstDays } from '../account-figures/queries.ts';
import type { AccountFigures } from '../formulas/account-figures.ts';
import { toFollowerCard } from '../formulas/follower-card.ts';
import { cardColumns, type ComparedPeriods, type SummedMetric, toMetricCard } from '../formulas/metric-card.ts';
import { countPeriodDays, type Period } from '../formulas/period.ts';
import {
  type CardDeps,
  loadComparedPeriods,
  type Periods,
  requestMissing,
  toGapEnd,
} from '../metric-cards/load-card.ts';

const columns = [...new Set(Object.values(cardColumns).flat()), 'followers' as const];

/** Loads each account's own cards. All changes cover the same closed days, so they are comparable. */
export async function loadComparedAccounts(
  deps: CardDeps,
  scope: AccountScope,
  periods: Periods,
): Promise<ComparedAccount[]> {
  const load = (period: Period) => loadFigures(deps, scope, columns, period);
  const [current, previous, firstDays] = await Promise.all([
    load(periods.current),
    periods.previous ? load(periods.previous) : [],
    periods.previous ? listFirstDays(deps.db, scope) : new Map<string, string>(),
  ]);
  // An account without a closed day, such as a new one, must not end the comparison for the rest.
  const dated = current.filter(({ closedDays }) => closedDays > 0);
  const compared = dated.length > 0 ? await loadComparedPeriods({ current: dated, previous }, periods, load) : null;
  const toCome = await requestMissing(deps, scope, compared);
  return current.map((account) => {
    const own = ({ accountId }: Pick<AccountFigures, 'accountId'>) => accountId === account.accountId;
    const figures = {
      current: [account],
      compared: account.closedDays > 0 ? filterPeriods(compared, own) : null,
      noDataBefore: toGapEnd(previous.filter(own), firstDays),
      series: [],
      isToCome: toCome.some(own),
    };
    const days = countPeriodDays(periods.current);
    const summed = (metric: SummedMetric) => withoutSeries(toMetricCard(metric, figures, days));
    return {
      accountId: account.accountId,
      hasData: account.firstDay !== null,
      hasFollowers: account.followers !== null,
      metrics: {
        followers: withoutSeries(toFollowerCard(figures, days)),
        views: summed('views'),
        reach: summed('reach'),
        total_interactions: summed('total_interactions'),
        'engagement-rate': summed('engagement-rate'),
        'engaged-audience': summed('engaged-audience'),
        'conversion-rate': summed('conversion-rate'),
        'virality-score': summed('virality-score'),
      },
    };
  });
}

function filterPeriods(
  compared: ComparedPeriods | null,
  own: (account: AccountFigures) => boolean,
): ComparedPeriods | null {
  return compared && { ...compared, current: compared.current.filter(own), previous: compared.previous.filter(own) };
}

function withoutSeries({ series: _, ...value }: MetricCard): ComparedValue {
  return value;
}
