import { ticks } from 'd3-array';
import { area, line } from 'd3-shape';
import { between } from './trend-scale.ts';

export interface AgePoint {
  /** Age in minutes. */
  age: number;
  value: number;
}

export interface AgeBand {
  age: number;
  low: number;
  median: number;
  high: number;
  /** Number of posts behind it. */
  count: number;
}

export const bandMargin = { top: 44, right: 16, bottom: 26, left: 46 };
const hour = 60;
const day = 24 * hour;
const ageMarks = [hour, 3 * hour, 6 * hour, 12 * hour, day, 2 * day, 4 * day, 7 * day, 14 * day, 30 * day];
/** Logarithmic age scale, which leaves room for the first hours. */
const toScale = (age: number) => Math.log(age + 20);
const labelWidth = 46;

/** Returns null without any value. */
export function layOutBand(points: readonly AgePoint[], band: readonly AgeBand[], width: number, height: number) {
  const ages = [...points, ...band].map(({ age }) => age);
  if (ages.length === 0) return null;
  const [youngest, oldest] = [Math.min(...ages), Math.max(...ages)];
  const most = Math.max(1, ...points.map(({ value }) => value), ...band.map(({ high }) => high));
  const floor = height - bandMargin.bottom;
  const onX = between([toScale(youngest), toScale(oldest)], [bandMargin.left + 12, width - bandMargin.right - 12]);
  const x = (age: number) => onX(toScale(age));
  const y = between([0, most * 1.06], [floor, bandMargin.top]);
  const marks: number[] = [];
  for (const mark of ageMarks)
    if (mark >= youngest && mark <= oldest && x(mark) - x(marks.at(-1) ?? -1) > (marks.length ? labelWidth : -Infinity))
      marks.push(mark);
  return {
    x,
    y,
    floor,
    ageTicks: marks,
    ticks: ticks(0, most, 4).filter(Number.isInteger),
    bandPath:
      area<AgeBand>()
        .x(({ age }) => x(age))
        .y0(({ low }) => y(low))
        .y1(({ high }) => y(high))([...band]) ?? '',
    medianPath:
      line<AgeBand>()
        .x(({ age }) => x(age))
        .y(({ median }) => y(median))([...band]) ?? '',
    path:
      line<AgePoint>()
        .x(({ age }) => x(age))
        .y(({ value }) => y(value))([...points]) ?? '',
  };
}

/** Interpolates the band at an age from its neighbours; null outside it. */
export function bandAt(band: readonly AgeBand[], age: number): AgeBand | null {
  const after = band.findIndex((point) => point.age >= age);
  const [next, before] = [band[after], band[after - 1]];
  if (!next) return null;
  if (next.age === age) return next;
  if (!before) return null;
  const mix = between([toScale(before.age), toScale(next.age)], [0, 1])(toScale(age));
  const at = (one: number, other: number) => one + (other - one) * mix;
  return {
    age,
    low: at(before.low, next.low),
    median: at(before.median, next.median),
    high: at(before.high, next.high),
    count: Math.min(before.count, next.count),
  };
}
