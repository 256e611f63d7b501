import { Avatar } from '../avatar.tsx';
import styles from './charts.module.css';
import type { DayValue } from './trend-bars.tsx';
import { isSoFar, type TrendLine } from './trend-line.ts';

interface ReadoutProps {
  trend: TrendLine;
  day: DayValue;
  format: (value: number) => string;
  formatDay: (day: string) => string;
}

/** The emphasised line on one day. */
export function Readout({ trend, day, format, formatDay }: ReadoutProps) {
  return (
    <output className={styles.readout}>
      {trend.picture !== null && <Avatar src={trend.picture} name={trend.name} size={20} />}
      <bdi className={styles.readoutName}>{trend.name}</bdi>
      <span className="num">{day.value === null ? 'no data' : format(day.value)}</span>
      <span className={styles.readoutDay}>
        {formatDay(day.date)}
        {isSoFar(day) && ', so far'}
      </span>
    </output>
  );
}

interface DayListProps {
  lines: readonly TrendLine[];
  hot: string | undefined;
  /** The index of the day. */
  day: number;
  side: 'start' | 'end';
  format: (value: number) => string;
}

const maxRows = 6;

/** All lines on one day, largest first; the rest is added up. */
export function DayList({ lines, hot, day, side, format }: DayListProps) {
  const known = lines
    .flatMap(({ id, name, color, series }) => {
      const value = series[day]?.value ?? null;
      return value === null ? [] : [{ id, name, color, value }];
    })
    .toSorted((one, other) => other.value - one.value);
  const rows = known.length > maxRows ? known.slice(0, maxRows - 1) : known;
  const rest = known.slice(rows.length);
  return (
    <ul className={styles.dayList} data-side={side} aria-hidden="true">
      {rows.map(({ id, name, color, value }) => (
        <li key={id} data-hot={id === hot || undefined}>
          <span className={styles.dot} style={{ background: color }} />
          <bdi className={styles.readoutName}>{name}</bdi>
          <span className="num">{format(value)}</span>
        </li>
      ))}
      {rest.length > 0 && (
        <li>
          <span className={styles.dot} />
          <span className={styles.readoutName}>{rest.length} others</span>
          <span className="num">{format(rest.reduce((sum, { value }) => sum + value, 0))}</span>
        </li>
      )}
    </ul>
  );
}
