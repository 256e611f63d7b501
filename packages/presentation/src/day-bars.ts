export interface DayValue {
  date: string;
  value: number | null;
  /** False while the day is still running, so that its value is partial. */
  isClosed?: boolean;
}

const shortest = 0.08;
/** The highest day stands out only if it is that many times the median. */
const remarkable = 1.25;

export type BarKind = 'missing' | 'gap' | 'running' | 'peak' | 'recent' | 'older';

export interface DayBar {
  kind: BarKind;
  /** Fraction of the full height; undefined for a day without a value. */
  share: number | undefined;
}

const recentDays = 7;

/**
 * Returns one bar per day: its height, and how it is drawn. `hatchesEnd` distinguishes days after the last value from
 * other gaps.
 */
export function toDayBars(series: readonly DayValue[], hatchesEnd: boolean): DayBar[] {
  const last = hatchesEnd ? series.findLastIndex(({ value }) => value !== null) : series.length;
  return toBars(series).map((bar, index) => ({
    kind: toKind(bar, index >= series.length - recentDays, index > last),
    share: bar?.share,
  }));
}

type Bar = ReturnType<typeof toBars>[number];

function toKind(bar: Bar, isRecent: boolean, isAfterLast: boolean): BarKind {
  if (bar === null) return isAfterLast ? 'missing' : 'gap';
  if (bar.running) return 'running';
  return bar.peak ? 'peak' : isRecent ? 'recent' : 'older';
}

export function toBars(series: readonly DayValue[]) {
  const values = series.flatMap(({ value }) => (value === null ? [] : [value]));
  const high = Math.max(...values);
  const low = Math.min(...values);
  const floor = Math.min(0, low);
  const usual = values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? high;
  const isRemarkable = high > usual * remarkable;
  const peak = isRemarkable ? series.findIndex(({ value, isClosed }) => value === high && isClosed !== false) : -1;
  return series.map(({ value, isClosed }, index) => {
    if (value === null) return null;
    const share = high === floor ? (high === 0 ? shortest : 0.5) : (value - floor) / (high - floor);
    return { share: Math.max(shortest, share), peak: index === peak, running: isClosed === false };
  });
}
