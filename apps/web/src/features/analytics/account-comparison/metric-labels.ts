import type { AccountMetric, ComparedMetric } from '@tidemark/contract';
import { compactNumber } from '#web/platform/format.ts';
import { breakdownLabels } from '../breakdowns/breakdown-labels.ts';
import { cardLabels } from '../metric-cards/card-labels.ts';

interface MetricLabels {
  title: string;
  /** Within a sentence. */
  word: string;
  format: (value: number) => string;
}

export function metricLabels(metric: ComparedMetric): MetricLabels {
  return isAccountMetric(metric) ? { ...breakdownLabels[metric], format: compactNumber } : cardLabels[metric];
}

function isAccountMetric(metric: ComparedMetric): metric is AccountMetric {
  return metric in breakdownLabels;
}
