import { badParameter, GraphError } from '../graph-error.ts';
import type { AccountMetricName, Breakdown, MetricType, Period } from './account-metrics.ts';
import { accountMetrics, isAccountMetric, listedOnly } from './account-metrics.ts';

const allPeriods = ['day', 'week', 'days_28', 'month', 'lifetime', 'total_over_range'];
const allBreakdowns = [
  'contact_button_type',
  'follow_type',
  'media_product_type',
  'age',
  'city',
  'country',
  'gender',
  'story_navigation_action_type',
  'action_type',
];
const timeframes = new Map([
  ['this_week', 7],
  ['this_month', 30],
]);
const retiredTimeframes = ['last_14_days', 'last_30_days', 'last_90_days', 'prev_month'];

export interface InsightRequest {
  metrics: AccountMetricName[];
  period: Period;
  metricType: MetricType | undefined;
  breakdown: Breakdown | undefined;
  timeframeDays: number;
}

/** Parses and validates as the service does: one invalid metric fails the whole call. */
export function readInsightRequest(
  args: Record<string, string | undefined>,
  { isTimeframeOptional = false } = {},
): InsightRequest {
  const metrics = readMetrics(args['metric']);
  const period = readPeriod(args['period'], metrics);
  const metricType = readMetricType(args['metric_type'], metrics);
  const breakdown = readBreakdown(args['breakdown'], metrics, metricType);
  return {
    metrics,
    period,
    metricType,
    breakdown,
    timeframeDays: readTimeframe(args['timeframe'], metrics, isTimeframeOptional),
  };
}

function readMetrics(text: string | undefined): AccountMetricName[] {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length === 0) throw badParameter('The parameter metric is required');
  const unavailable = names.filter((name) => listedOnly.includes(name));
  return names.map((name, index) => {
    if (isAccountMetric(name)) return name;
    if (name === 'impressions') throw noLongerSupported([name]);
    if (unavailable.length > 0)
      throw badParameter(`The following metrics (${unavailable.join(', ')}) are not available for this account`);
    throw badParameter(
      `metric[${index}] must be one of the following values: ${[...Object.keys(accountMetrics), ...listedOnly].join(', ')}`,
    );
  });
}

export function noLongerSupported(names: string[]): GraphError {
  return badParameter(
    `Starting from version 22 and above, the ${names.join(', ')} metric is no longer supported for the queried user. Please use views instead.`,
  );
}

function readPeriod(text: string | undefined, metrics: AccountMetricName[]): Period {
  if (text === undefined || text === '') throw badParameter('The parameter period is required');
  if (!isPeriod(text)) throw badParameter(`period must be one of the following values: ${allPeriods.join(', ')}`);
  const incompatible = metrics.filter((name) => !accountMetrics[name].periods.some((period) => period === text));
  if (incompatible.length > 0) {
    throw badParameter(`The following periods (${text}) are incompatible with the metric (${incompatible.join(', ')})`);
  }
  return text;
}

function isPeriod(text: string): text is Period {
  return allPeriods.includes(text);
}

function readMetricType(text: string | undefined, metrics: AccountMetricName[]): MetricType | undefined {
  const requested = text === undefined || text === '' || text === 'default' ? undefined : text;
  if (requested !== undefined && requested !== 'total_value' && requested !== 'time_series') {
    throw badParameter('metric_type must be one of the following values: default, time_series, total_value');
  }
  if (requested !== 'total_value') {
    const onlyTotals = metrics.filter((name) => !accountMetrics[name].types.some((type) => type === 'time_series'));
    if (onlyTotals.length > 0) {
      throw badParameter(
        `The following metrics (${onlyTotals.join(', ')}) should be specified with parameter metric_type=total_value`,
      );
    }
  } else {
    const onlySeries = metrics.filter((name) => !accountMetrics[name].types.some((type) => type === 'total_value'));
    if (onlySeries.length > 0) {
      throw badParameter(
        `The following metrics (${onlySeries.join(', ')}) are incompatible with the metric type (total_value)`,
      );
    }
  }
  return requested;
}

function readBreakdown(
  text: string | undefined,
  metrics: AccountMetricName[],
  metricType: MetricType | undefined,
): Breakdown | undefined {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length === 0) return undefined;
  names.forEach((name, index) => {
    if (!allBreakdowns.includes(name))
      throw badParameter(`breakdown[${index}] must be one of the following values: ${allBreakdowns.join(', ')}`);
  });
  const joined = names.toSorted().join(',');
  const incompatible = metrics.filter(
    (name) =>
      metricType !== 'total_value' || !accountMetrics[name].breakdowns.some((breakdown) => breakdown === joined),
  );
  if (incompatible.length > 0)
    throw badParameter(`Incompatible breakdowns (${names.join(', ')}) for metric (${incompatible.join(', ')})`);
  return accountMetrics[metrics[0] ?? 'reach'].breakdowns.find((breakdown) => breakdown === joined);
}

/** Meta's reference requires it for both demographics. */
function readTimeframe(text: string | undefined, metrics: AccountMetricName[], isOptional: boolean): number {
  const isEngaged = metrics.includes('engaged_audience_demographics');
  const isRequired = isEngaged || (metrics.includes('follower_demographics') && !(isOptional && !text));
  if (!isRequired) return 30;
  if (text === undefined || text === '') throw badParameter('The parameter timeframe is required');
  const days = timeframes.get(text);
  if (days !== undefined) return days;
  if (retiredTimeframes.includes(text)) {
    throw new GraphError(`(#100) The timeframe (${text}) is no longer supported. Use one of: this_month, this_week`, {
      code: 100,
    });
  }
  throw badParameter(
    `timeframe must be one of the following values: ${[...timeframes.keys(), ...retiredTimeframes].join(', ')}`,
  );
}
