import type { DayValue } from './trend-bars.tsx';

export interface TrendLine {
  id: string;
  name: string;
  picture: string | null;
  color: string;
  dashed: boolean;
  /** One of many: grey, without a picture. */
  muted?: boolean;
  series: readonly DayValue[];
}

/** The day is still running: its value is partial. */
export function isSoFar({ value, isClosed }: DayValue): boolean {
  return value !== null && isClosed === false;
}
