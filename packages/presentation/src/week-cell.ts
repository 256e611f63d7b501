/** One coloured cell: an hour of the week, or a few. */
export interface WeekCell {
  text: string;
  /** Shown when the cell is selected. */
  detail: string;
  /** Read aloud instead of the text. */
  label: string;
  tone: 'more' | 'less' | 'level' | 'none';
  /** 0 to 5 */
  step: number;
  isStrong?: boolean;
}

/** Small screens show three hours in one cell. */
export type HoursPerCell = 1 | 3;

export function groupHours<Hour>(hours: readonly Hour[], hoursPerCell: HoursPerCell): Hour[][] {
  return Array.from({ length: hours.length / hoursPerCell }, (_, cell) =>
    hours.slice(cell * hoursPerCell, (cell + 1) * hoursPerCell),
  );
}

const steps = 5;

/** Returns 0 for zero, else 1 to 5 by the share of the maximum. */
export function heatStep(value: number, most: number): number {
  return value <= 0 || most <= 0 ? 0 : Math.max(1, Math.ceil((value / most) * steps));
}
