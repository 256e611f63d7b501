import { postCatalogue, type PostMetric, postMetricNames } from '@tidemark/contract';
import { wholeNumber } from '@tidemark/presentation';
import type { NetworkAnswers } from '../../../metrics/network-answers.ts';
import { postMetrics } from '../../../metrics/post-metrics.ts';

/** Writes a post's metric with the fields that add up to it. */
export function writeFieldsFormula(
  metric: PostMetric,
  values: Readonly<Record<PostMetric, number | null>>,
  { name, listFields }: Pick<NetworkAnswers, 'name' | 'listFields'>,
): string {
  const value = values[metric];
  if (value === null) return `${name} does not report this metric for this post.`;
  const { label } = postCatalogue[metric];
  const fields = listFields(postMetrics[metric]);
  if (fields.length <= 1) return `${label} = ${wholeNumber(value)}, as ${name} reports it for the post’s lifetime`;
  const parts = fields.flatMap((field) => postMetricNames.find((one) => isField(field, listFields, one)) ?? []);
  const names = parts.map((part) => postCatalogue[part].label.toLowerCase()).join(' + ');
  const terms = parts.map((part) => wholeNumber(values[part] ?? 0)).join(' + ');
  return `${label} = ${names} = ${terms} = ${wholeNumber(value)}, as ${name} reports them for the post’s lifetime`;
}

function isField(field: string, listFields: NetworkAnswers['listFields'], metric: PostMetric): boolean {
  const [only, ...others] = listFields(postMetrics[metric]);
  return only === field && others.length === 0;
}
