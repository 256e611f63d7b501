import { milliseconds, ratio } from './report.ts';

export interface Cell {
  p50: number;
  p95: number;
  bare: number;
  columns: number | null;
}

type Shape = readonly [accounts: number, days: number];

export interface Measured {
  accounts: number;
  toCell(name: string, shape: Shape): Cell | undefined;
}

const slowest = [
  { shape: [10, 90], millis: 30 },
  { shape: [50, 365], millis: 120 },
] as const;
const maxOverhead = 1.3;
const maxGrowth = 1.2;

interface Aim {
  name: string;
  most: number;
  weigh(call: string): { value: number; reported: string } | undefined;
}

/** Formats one column per target: how many calls meet it, and the times for those that do not. */
export function weighAims({
  names,
  shapes,
  largest,
  smallest,
}: {
  names: readonly string[];
  shapes: readonly Shape[];
  largest: Measured;
  /** The same calls over less data. */
  smallest?: Measured;
}): { columns: string[]; rows: string[][] } {
  const beside = (value: number, other: number) => ({
    value: value / other,
    reported: `${ratio(value, other)}, ${milliseconds(value - other)}`,
  });
  const aims: Aim[] = [
    ...slowest.map(({ shape, millis }) => ({
      name: `p95 of ${shape.join(' × ')} ≤ ${millis} ms`,
      most: millis,
      weigh: (call: string) => {
        const cell = largest.toCell(call, shape);
        return cell && { value: cell.p95, reported: milliseconds(cell.p95) };
      },
    })),
    ...shapes.map((shape) => ({
      name: `${shape.join(' × ')} ≤ × ${maxOverhead} of bare`,
      most: maxOverhead,
      weigh: (call: string) => {
        const cell = largest.toCell(call, shape);
        return cell && beside(cell.p50, cell.bare);
      },
    })),
    ...(smallest ? shapes : []).map((shape) => ({
      name: `${shape.join(' × ')} ≤ × ${maxGrowth} of ${smallest?.accounts} accounts`,
      most: maxGrowth,
      weigh: (call: string) => {
        const [cell, before] = [largest.toCell(call, shape), smallest?.toCell(call, shape)];
        return cell && before && beside(cell.p50, before.p50);
      },
    })),
  ];
  const missed = (call: string) =>
    aims.map(({ most, weigh }) => {
      const found = weigh(call);
      return found && found.value > most ? found.reported : '';
    });
  const byCall = names.map((name) => [name, ...missed(name)]);
  const kept = aims.map((_, aim) => `${byCall.filter((row) => row[aim + 1] === '').length} of ${names.length}`);
  return { columns: ['', ...aims.map(({ name }) => name)], rows: [['kept by', ...kept], ...byCall] };
}
