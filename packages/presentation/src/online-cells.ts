import { shortNumber, wholeNumber } from './format.ts';
import { heatStep, type WeekCell } from './week-cell.ts';
import { slotLabel } from './week-labels.ts';

/** Scales colours from the week's lowest count to its highest, because there are followers online at every hour. */
export function toOnlineCells(followers: readonly (number | null)[]): WeekCell[] {
  const known = followers.filter((count) => count !== null);
  const [fewest, most] = [Math.min(...known), Math.max(...known)];
  return followers.map((count, index) => {
    const slot = slotLabel(Math.floor(index / 24), index % 24);
    if (count === null) {
      const detail = `${slot}: Instagram reported nothing for this hour.`;
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
