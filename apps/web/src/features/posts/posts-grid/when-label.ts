import { weekdayNames } from '@tidemark/presentation';
import { weekdayLabel } from '#web/platform/format.ts';
import type { When } from '../posts-view/published-when.ts';
import { blockLabels } from '../posts-view/week-blocks.ts';

/** Formats 'Thursday, Nov 19', 'Thursdays' or 'Thursdays, 8a-12p'. */
export function whenLabel(when: When): string {
  if ('day' in when) return weekdayLabel(when.day);
  const weekday = `${weekdayNames[when.weekday]}s`;
  return when.block === null ? weekday : `${weekday}, ${blockLabels[when.block]}`;
}
