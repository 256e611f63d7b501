import { cardCatalogue, type CardRow, type OverviewMetricName } from '@tidemark/contract';
import { listNames, mapNames } from '@tidemark/contract/map-names';
import { compactNumber, percent, totalNumber } from './format.ts';

interface MetricLabels {
  title: string;
  /** Name for use in a sentence. */
  word: string;
  format: (value: number) => string;
}

const formats: Partial<Record<string, MetricLabels['format']>> = {
  percent,
  score: (value) => percent(value).replace('%', ''),
  posts: totalNumber,
};

export const metricLabels: Record<OverviewMetricName, MetricLabels> = mapNames(listNames(cardCatalogue), (name) => {
  const { title, word = title.toLowerCase(), unit }: CardRow = cardCatalogue[name];
  return { title, word, format: formats[unit ?? ''] ?? compactNumber };
});
