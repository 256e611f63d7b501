import {
  type ApproximationReason,
  type CardMetric,
  cardMetrics,
  type Comparison,
  type MetricCard,
} from '@tidemark/contract';
import { mapNames } from '@tidemark/contract/map-names';
import { cardMetricRows } from '../../../metrics/card-metrics.ts';
import { type AccountFigures, type DayColumn, isPeopleColumn, type ReasonedFigure } from './account-figures.ts';
import { type FigurePair, toChange } from './change.ts';
import { type Bounds, type Figure, toExactness } from './exactness.ts';
import { addFigures, combinePeople } from './people-bounds.ts';
import { minSpread, pairPeople } from './people-pair.ts';
import { conversionRate, divideBounds, engagedAudience, engagementRate } from './rates.ts';
import { viralityScore } from './virality-score.ts';

/** Cards for metrics that are summed over days; followers are a state, not a sum. */
export type SummedMetric = Exclude<CardMetric, 'followers' | 'follower-growth-rate'>;

const summedMetrics = cardMetrics.filter((name) => name !== 'followers' && name !== 'follower-growth-rate');

/** Columns that a card is computed from. */
export const cardColumns: Record<SummedMetric, readonly DayColumn[]> = mapNames(summedMetrics, (metric) =>
  cardMetricRows[metric].parts.filter((column) => column !== 'followers'),
);

export type Totals = Partial<Record<DayColumn, number | null>> & { followers: number | null };

/** All accounts' totals on one day; null where no account reports a metric. */
export interface DayTotals {
  date: string;
  totals: Totals;
  /** Accounts with reach or interactions on the day. */
  withFigures: number;
  withFollowers: number;
  isClosed: boolean;
}

export interface ComparedFigures {
  current: AccountFigures[];
  compared: ComparedPeriods | null;
  /** The first day with data for all accounts, if later than the previous period's start. */
  noDataBefore: string | null;
  series: DayTotals[];
  /** True while windows requested for the compared periods are missing. */
  isToCome?: boolean;
}

/** Both periods, limited to the same number of closed days. */
export interface ComparedPeriods {
  days: number;
  current: AccountFigures[];
  previous: AccountFigures[];
}

interface Value extends Figure {
  reasons: ApproximationReason[];
}

export function toMetricCard(
  metric: SummedMetric,
  { current, compared, noDataBefore, series, isToCome = false }: ComparedFigures,
  days: number,
): MetricCard {
  const value = evaluate(metric, current);
  const pair = compared && isComparable(metric, compared.previous) ? compared : null;
  const previous = pair && evaluate(metric, pair.previous);
  return {
    current: value.shown,
    ...toChange(
      pair &&
        previous && {
          own: { current: evaluate(metric, pair.current), previous },
          alike: evaluateAlike(metric, pair),
          isToCome,
        },
    ),
    ...toExactness([...value.reasons, ...(previous?.reasons ?? [])], value),
    previousApprox: previous && toExactness(previous.reasons, previous).approx,
    comparison: toComparison(pair?.days ?? 0, { of: days, noDataBefore }),
    series: series.map((day) => ({ date: day.date, value: toDayValue(metric, day), isClosed: day.isClosed })),
  };
}

export function toComparison(
  days: number,
  { of, noDataBefore }: { of: number; noDataBefore: string | null },
): Comparison {
  return { days, of, noDataBefore: days > 0 ? null : noDataBefore };
}

/** Returns true if the previous period has no gaps: missing data is unknown, not zero. */
function isComparable(metric: SummedMetric, previous: readonly AccountFigures[]): boolean {
  return (
    previous.every(({ isWhole, followers }) => isWhole && (metric !== 'engaged-audience' || followers !== null)) &&
    cardColumns[metric].every((column) => previous.some((account) => account.isKnown(column)))
  );
}

function evaluate(metric: SummedMetric, accounts: readonly AccountFigures[]): Value {
  const reasons: ApproximationReason[] = accounts.length > 1 && !isCount(metric) ? ['summed_accounts'] : [];
  const columns = new Map<DayColumn, Figure>();
  for (const column of cardColumns[metric]) {
    const parts = accounts.map((account) => toColumnFigure(account, column));
    columns.set(column, combineColumn(metric, parts));
    reasons.push(...parts.flatMap((part) => part.reasons));
  }
  if (metric === 'engaged-audience') reasons.push(...accounts.flatMap((account) => account.followersReasons));
  return { ...toFigure(metric, columns, accounts), reasons };
}

export function toColumnFigure(account: AccountFigures, column: DayColumn): ReasonedFigure {
  return isPeopleColumn(column) ? account.people(column) : account.sum(column);
}

/** Combines the accounts' figures of a column. */
export function combineColumn(metric: SummedMetric, parts: readonly Figure[]): Figure {
  return metric === 'reach' ? combinePeople(parts) : addFigures(parts);
}

/** Counts people alike in both periods; with several accounts, people are added up in both. */
function evaluateAlike(metric: SummedMetric, { current, previous }: ComparedPeriods): FigurePair {
  const [now, before] = [new Map<DayColumn, Figure>(), new Map<DayColumn, Figure>()];
  for (const column of cardColumns[metric]) {
    const pairs = previous.map((account, index): FigurePair => {
      const other = current[index] ?? account;
      return isPeopleColumn(column)
        ? pairPeople(column, other, account)
        : { current: other.sum(column), previous: account.sum(column) };
    });
    now.set(column, addFigures(pairs.map((pair) => pair.current)));
    const sum = addFigures(pairs.map((pair) => pair.previous));
    before.set(column, metric === 'reach' && pairs.length > 1 ? widen(sum) : sum);
  }
  return { current: toFigure(metric, now, current), previous: toFigure(metric, before, previous) };
}

/** Widens bounds: how many people see several accounts is unknown, but it changes little. */
function widen({ shown, lower, upper }: Figure): Figure {
  return {
    shown,
    lower: lower === null ? null : Math.min(lower, shown * Math.exp(-minSpread)),
    upper: upper === null ? null : Math.max(upper, shown * Math.exp(minSpread)),
  };
}

function toFigure(
  metric: SummedMetric,
  columns: ReadonlyMap<DayColumn, Figure>,
  accounts: readonly AccountFigures[],
): Figure {
  const followers = addFigures(accounts.map(toFollowers));
  const pick = (column: DayColumn) => columns.get(column) ?? missingFollowers;
  return {
    shown: valueFrom(metric, (column) => pick(column).shown, followers.shown),
    ...boundsFrom(metric, pick, followers),
  };
}

/** Returns the metric on one day; null if a part is unknown, such as follows that Instagram has dropped. */
function toDayValue(metric: SummedMetric, { totals, withFigures, withFollowers }: DayTotals): number | null {
  const isKnown =
    withFigures > 0 &&
    cardColumns[metric].every((column) => (totals[column] ?? null) !== null) &&
    (metric !== 'engaged-audience' || withFollowers >= withFigures);
  return isKnown ? valueFrom(metric, (column) => totals[column] ?? 0, totals.followers ?? 0) : null;
}

/** Computes the metric from its columns' sums and the followers. */
export function valueFrom(metric: SummedMetric, pick: (column: DayColumn) => number, followers: number): number {
  switch (metric) {
    case 'engagement-rate':
      return engagementRate({ interactions: pick('interactions'), reach: pick('reach') });
    case 'conversion-rate':
      return conversionRate({ follows: pick('follows'), nonFollowerReach: pick('reach_non_follower') });
    case 'engaged-audience':
      return engagedAudience({ engaged: pick('engaged'), followers });
    case 'virality-score':
      return viralityScore(toViralityInput(pick));
    case 'views':
    case 'reach':
      return pick(metric);
    case 'total_interactions':
      return pick('interactions');
  }
}

/** Returns true if several accounts' values add up without loss, unlike people and rates. */
function isCount(metric: SummedMetric): boolean {
  return metric === 'views' || metric === 'total_interactions';
}

/** Bounds the metric: every rate rises with its counts and falls with its number of people. */
function boundsFrom(metric: SummedMetric, pick: (column: DayColumn) => Figure, followers: Figure): Bounds {
  switch (metric) {
    case 'engagement-rate':
      return divideBounds(pick('interactions'), pick('reach'));
    case 'conversion-rate':
      return divideBounds(pick('follows'), pick('reach_non_follower'));
    case 'engaged-audience':
      return divideBounds(pick('engaged'), followers);
    case 'virality-score': {
      const score = (counts: 'lower' | 'upper', people: 'lower' | 'upper') => {
        const side = (column: DayColumn) => pick(column)[isPeopleColumn(column) ? people : counts];
        if (cardColumns[metric].some((column) => side(column) === null)) return null;
        // The rate is unlimited as people approach zero.
        if (
          people === 'lower' &&
          cardColumns[metric].some((column) => isPeopleColumn(column) && isEndless(pick(column)))
        )
          return null;
        return viralityScore(toViralityInput((column) => side(column) ?? 0));
      };
      return { lower: score('lower', 'upper'), upper: score('upper', 'lower') };
    }
    case 'views':
    case 'reach':
      return pick(metric);
    case 'total_interactions':
      return pick('interactions');
  }
}

function isEndless({ lower, upper }: Bounds): boolean {
  return lower === 0 && upper !== 0;
}

function toViralityInput(pick: (column: DayColumn) => number) {
  return {
    reach: pick('reach'),
    shares: pick('shares'),
    saves: pick('saves'),
    comments: pick('comments'),
    conversions: pick('follows'),
    convertible: pick('reach_non_follower'),
  };
}

const missingFollowers: Figure = { shown: 0, lower: 0, upper: 0 };

function toFollowers({ followers, followersReasons }: AccountFigures): Figure {
  const known = followersReasons.length === 0 ? followers : null;
  return { shown: followers ?? 0, lower: known, upper: known };
}
