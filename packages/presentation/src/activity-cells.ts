import { compactNumber, wholeNumber } from './format.ts';
import { heatStep, type WeekCell } from './week-cell.ts';
import { slotsLabel } from './week-labels.ts';

/** Returns a week's four-hour blocks as cells; empty blocks stay blank. */
export function toActivityCells(values: readonly number[], kind: 'posts' | 'interactions'): WeekCell[] {
  const most = Math.max(0, ...values);
  const isOnly = values.filter((value) => value === most).length === 1;
  return values.map((value, index) => {
    const detail = `${slotsLabel(Math.floor(index / 6), (index % 6) * 4, 4)}: ${wholeNumber(value)} ${kind}.`;
    return {
      text: value === 0 ? '' : kind === 'posts' ? wholeNumber(value) : compactNumber(value),
      detail,
      label: detail,
      tone: value === 0 ? 'none' : 'level',
      step: heatStep(value, most),
      isStrong: isOnly && value === most && value > 0,
    };
  });
}
