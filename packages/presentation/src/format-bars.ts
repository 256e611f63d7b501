import type { Approximation, FormatPerformance } from '@tidemark/contract';
import { mergeApproximations } from './approximation-labels.ts';
import { compactNumber, percent } from './format.ts';
import { formatLabel, mediaColors } from './media-labels.ts';

export const formatMeasures = ['reach', 'views', 'total_interactions', 'engagement_rate'] as const;
export type FormatMeasure = (typeof formatMeasures)[number];

export interface FormatBar {
  label: string;
  text: string;
  parts: { key: string; value: number; color: string }[];
  approx: Approximation | null;
}

/** Returns one bar per format: the mean per post, or the overall rate for all its posts. */
export function toFormatBars(formats: readonly FormatPerformance[], measure: FormatMeasure): FormatBar[] {
  return formats.map((format) => {
    const value =
      measure === 'engagement_rate' ? format.engagement_rate : Math.max(0, format[measure]) / Math.max(1, format.posts);
    return {
      label: formatLabel(format),
      approx:
        (measure === 'reach' || measure === 'engagement_rate') && format.posts > 1
          ? mergeApproximations([format.approx], ['summed_accounts'])
          : format.approx,
      text: measure === 'engagement_rate' ? percent(value) : compactNumber(value),
      parts: [{ key: measure, value, color: mediaColors[format.mediaType] }],
    };
  });
}
