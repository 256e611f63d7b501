import { changeText, compareDay, type TrendLine } from '@tidemark/presentation';
import charts from './charts.module.css';
import styles from './day-list.module.css';
import { type DayMarks, marksOn, postsText } from './day-marks.ts';

interface DayListProps {
  lines: readonly TrendLine[];
  hot: string | undefined;
  /** Index of the day. */
  day: number;
  date: string;
  marks: DayMarks | null;
  /** Top edge of the plot. */
  top: number;
  side: 'start' | 'end';
  format: (value: number) => string;
  formatDay: (day: string) => string;
}

const maxRows = 6;
const maxMarks = 4;

/** Lists all lines on one day, largest first, with the rest added up; and the day's marks. */
export function DayList({ lines, hot, day, date, marks, top, side, format, formatDay }: DayListProps) {
  const known = lines
    .flatMap((line) => {
      const value = line.series[day]?.value ?? null;
      const change = compareDay(line, day)?.percentChange ?? null;
      return value === null ? [] : [{ id: line.id, name: line.name, color: line.color, value, change }];
    })
    .toSorted((one, other) => other.value - one.value);
  const rows = known.length > maxRows ? known.slice(0, maxRows - 1) : known;
  const rest = known.slice(rows.length);
  const posts = marks && postsText(date, marks);
  const happened = marks ? marksOn(date, marks) : [];
  return (
    <ul className={styles.list} style={{ top }} data-side={side} aria-hidden="true">
      {lines.length > 0 && <li>{formatDay(date)}</li>}
      {rows.map(({ id, name, color, value, change }) => (
        <li key={id} data-hot={id === hot || undefined}>
          <span className={styles.dot} style={{ background: color }} />
          <bdi className={charts.readoutName}>{name}</bdi>
          <span className="num">
            {format(value)}
            {change !== null && <span className={styles.change}>{changeText(change)}</span>}
          </span>
        </li>
      ))}
      {rest.length > 0 && (
        <li>
          <span className={styles.dot} />
          <span className={charts.readoutName}>{rest.length} others</span>
          <span className="num">{format(rest.reduce((sum, { value }) => sum + value, 0))}</span>
        </li>
      )}
      {posts && (
        <li>
          <span className={styles.dot} />
          <span>{posts} published</span>
        </li>
      )}
      {happened.slice(0, maxMarks).map(({ id, text, color }) => (
        <li key={id}>
          <span className={styles.dot} style={{ background: color }} />
          <bdi className={styles.mark}>{text}</bdi>
        </li>
      ))}
    </ul>
  );
}
