import type { FormatPerformance } from '@tidemark/contract';
import { compactNumber, percent } from '#web/platform/format.ts';
import type { Column } from '#web/ui/charts/column-bars.tsx';
import { formatLabel } from '../highlights/media-formats.ts';
import { formatColors } from './insight-words.ts';

export const formatMeasures = ['reach', 'views', 'total_interactions', 'engagement_rate'] as const;
export type FormatMeasure = (typeof formatMeasures)[number];

/** A bar for each format: the mean of a post, or the rate of all its posts. */
export function toFormatBars(formats: readonly FormatPerformance[], measure: FormatMeasure): Column[] {
  return formats.map((format) => {
    const value =
      measure === 'engagement_rate' ? format.engagement_rate : Math.max(0, format[measure]) / Math.max(1, format.posts);
    return {
      label: formatLabel(format),
      text: measure === 'engagement_rate' ? percent(value) : compactNumber(value),
      parts: [{ key: measure, value, color: formatColors[format.mediaType] }],
    };
  });
}
