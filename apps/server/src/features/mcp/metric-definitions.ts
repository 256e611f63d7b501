import { cardMetrics, type CardMetric, type ApproximationReason } from '@tidemark/contract';
import { listNames, mapNames } from '@tidemark/contract/map-names';
import { cardMetricRows, toUnit } from '../../metrics/card-metrics.ts';

export interface MetricDefinition {
  unit: string;
  definition: string;
  method: string;
}

/** Each metric's meaning and computation, in words for a reader who does not see the screen. */
export const metricDefinitions: Record<CardMetric, MetricDefinition> = mapNames(listNames(cardMetricRows), (metric) => {
  const { definition, method } = cardMetricRows[metric];
  const unit = toUnit(metric);
  return { unit: unit === 'score' ? 'points from 0 to 100' : unit, definition, method };
});

export const metricNames = [...cardMetrics];

export const reasonTexts: Record<ApproximationReason, string> = {
  summed_people: 'Daily counts were added up: someone who came on two days counts twice.',
  summed_accounts: 'Accounts or posts were added up: someone who saw two of them counts twice.',
  day_not_closed: 'A day of the period was still in progress at the last sync.',
  days_missing: 'Some days of the period are not stored.',
  measured_nightly: 'Posts are measured once a night: late activity counts on the next day.',
  before_first_sync: 'Activity from before the first sync counts on the day of publishing.',
  instagram_hides_part: 'Instagram omits some data, for example for small audiences.',
  revised_by_instagram: 'Instagram lowered earlier totals, so past days were reduced in proportion.',
  outdated_window: 'Some days were synced by an old version and may include part of the next day.',
  between_measurements: 'Posts are measured at a few ages: values in between are estimated.',
  different_ages: 'Lifetime totals of posts of different ages are compared.',
};
