import { shortNumber, wholeNumber } from './format.ts';
import { groupHours, heatStep, type HoursPerCell, type WeekCell } from './week-cell.ts';
import { slotsLabel } from './week-labels.ts';

/** Scales colours from the week's lowest count to its highest, because there are followers online at every hour. */
export function toOnlineCells(hours: readonly (number | null)[], hoursPerCell: HoursPerCell = 1): WeekCell[] {
  const followers = groupHours(hours, hoursPerCell).map(toMean);
  const known = followers.filter((count) => count !== null);
  const [fewest, most] = [Math.min(...known), Math.max(...known)];
  return followers.map((count, index) => {
    const hour = index * hoursPerCell;
    const slot = slotsLabel(Math.floor(hour / 24), hour % 24, hoursPerCell);
    if (count === null) {
      const detail = `${slot}: Instagram reported nothing for ${hoursPerCell === 1 ? 'this hour' : 'these hours'}.`;
      return { text: '', label: detail, detail, tone: 'none', step: 0 };
    }
    const detail = `${slot}: ${wholeNumber(count)} followers online on average.`;
    const isMost = count === most;
    return {
      text: shortNumber(count),
      label: detail,
      detail,
      tone: 'level',
      step: heatStep(count - fewest, most - fewest),
      isStrong: isMost,
    };
  });
}

/** Averages the reported hours; null if there are none. */
function toMean(hours: readonly (number | null)[]): number | null {
  const known = hours.filter((count) => count !== null);
  return known.length === 0 ? null : known.reduce((total, count) => total + count, 0) / known.length;
}
