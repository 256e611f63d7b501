import type { DayValue } from './trend-bars.tsx';

export interface TrendLine {
  id: string;
  name: string;
  picture: string | null;
  color: string;
  dashed: boolean;
  series: readonly DayValue[];
}
