import { type AppDifference, type AppMetric, appMetrics, type DifferenceCause } from '@tidemark/contract';
import type { Exactness } from './exactness.ts';

/** Our number for a metric, and the alternatives that the app may show. Null if not known exactly. */
export interface OwnValue extends Exactness {
  value: number;
  /** Value over as many days, a day earlier and a day later. */
  earlier: number | null;
  later: number | null;
  advertising: number | null;
  /** Null where it cannot differ from the value. */
  sumOfDays: number | null;
}

export type OwnValues = Record<AppMetric, OwnValue | null>;

export interface Circumstances {
  /** Days since the range ended; 0 if it ends today. */
  daysAgo: number;
  /** Hours by which the user's days start before Instagram's; negative if they start later. */
  hoursAhead: number;
}

/** Instagram revises its numbers for about this many days. */
const revisedDays = 3;

interface Difference extends Circumstances, Pick<AppDifference, 'metric' | 'app'> {
  own: OwnValue;
  viewsMatch: boolean;
}

const causes: readonly { cause: DifferenceCause; applies: (difference: Difference) => boolean }[] = [
  { cause: 'matches', applies: ({ app, own }) => matches(app, own.value) },
  { cause: 'one_day_off', applies: ({ app, own }) => equalsOne(app, [own.earlier, own.later]) },
  { cause: 'sum_of_days', applies: ({ app, own }) => equalsOne(app, [own.sumOfDays]) },
  {
    cause: 'advertising',
    applies: ({ app, own: { value, advertising } }) =>
      advertising !== null && equalsOne(app, [value - advertising, value + advertising]),
  },
  { cause: 'within_bounds', applies: isWithinBounds },
  { cause: 'reach_counted_differently', applies: ({ metric, viewsMatch }) => metric === 'reach' && viewsMatch },
  { cause: 'still_revised', applies: ({ daysAgo }) => daysAgo <= revisedDays },
  { cause: 'phone_days', applies: isOfPhoneDays },
  { cause: 'unknown', applies: () => true },
];

/** Returns the first cause that would explain each number typed from the app. */
export function explainDifferences(
  typed: Partial<Record<AppMetric, number>>,
  own: OwnValues,
  circumstances: Circumstances,
): AppDifference[] {
  const viewsMatch = typed.views !== undefined && own.views !== null && matches(typed.views, own.views.value);
  return appMetrics.flatMap((metric): AppDifference[] => {
    const [app, ours] = [typed[metric], own[metric]];
    if (app === undefined) return [];
    if (ours === null) return [{ metric, app, tidemark: null, difference: null, cause: 'no_value' }];
    const difference = { ...circumstances, metric, app, own: ours, viewsMatch };
    const { value, isApprox, approx } = ours;
    return [
      {
        metric,
        app,
        tidemark: { value, isApprox, approx },
        difference: app - value,
        cause: causes.find(({ applies }) => applies(difference))?.cause ?? 'unknown',
      },
    ];
  });
}

/** Compares within 1 % or 2: people type rounded numbers, and Instagram revises slightly. */
function matches(app: number, value: number): boolean {
  return Math.abs(app - value) <= Math.max(2, value / 100);
}

/** Compares within 0.1 %: closer than `matches`, because neighbouring ranges resemble each other. */
function equalsOne(app: number, candidates: readonly (number | null)[]): boolean {
  return candidates.some((value) => value !== null && Math.abs(app - value) <= value / 1_000);
}

function isWithinBounds({ app, own: { approx } }: Difference): boolean {
  if (approx?.lower == null || approx.upper === null) return false;
  return app >= approx.lower && app <= approx.upper;
}

/**
 * Returns true if the phone's days explain the difference: days that start some hours earlier give a number between
 * ours and the one for the range a day earlier.
 */
function isOfPhoneDays({ app, own, hoursAhead }: Difference): boolean {
  const neighbour = hoursAhead > 0 ? own.earlier : hoursAhead < 0 ? own.later : null;
  if (neighbour === null) return false;
  return app >= Math.min(own.value, neighbour) && app <= Math.max(own.value, neighbour);
}
