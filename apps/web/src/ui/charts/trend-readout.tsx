import {
  changeText,
  type ComparedDay,
  comparedDayLabel,
  type DayValue,
  isSoFar,
  type TrendLine,
  type UsualDay,
} from '@tidemark/presentation';
import { Avatar } from '../avatar.tsx';
import styles from './charts.module.css';

interface ReadoutProps {
  trend: TrendLine;
  day: DayValue;
  /** Null without a comparison. */
  compared: ComparedDay | null;
  usual: UsualDay | null;
  /** False for the last day, shown until the viewer explores: its change is not that of the card's total. */
  isExplored: boolean;
  /** Next to a list of all lines: read out, not drawn. */
  isListed: boolean;
  /** The day's marks, for screen readers; other users see them in the day's list. */
  happened: string;
  format: (value: number) => string;
  formatShort: (value: number) => string;
  formatDay: (day: string) => string;
}

/** Shows the emphasised line's value on one day. */
export function Readout({
  trend,
  day,
  compared,
  usual,
  isExplored,
  isListed,
  happened,
  format,
  formatShort,
  formatDay,
}: ReadoutProps) {
  return (
    <output className={isListed ? 'vh' : styles.readout}>
      <span className={styles.readoutRow}>
        {trend.picture !== null && <Avatar src={trend.picture} name={trend.name} size={20} />}
        <bdi className={styles.readoutName}>{trend.name}</bdi>
        <span className="num">{day.value === null ? 'no data' : format(day.value)}</span>
        <span className={styles.readoutDay}>
          {formatDay(day.date)}
          {isSoFar(day) && ', so far'}
        </span>
        {happened && <span className="vh">{happened}</span>}
      </span>
      {(compared || usual) && (
        <span className={styles.readoutRow}>
          {compared && (
            <>
              <svg width={16} height={6} aria-hidden="true">
                <line x2={16} y1={3} y2={3} stroke={trend.color} strokeWidth={1.5} strokeDasharray="2 3" />
              </svg>
              <span className="num">{compared.earlier.value === null ? '' : format(compared.earlier.value)}</span>
              <span className={styles.readoutDay}>{comparedDayLabel(compared.earlier.date, day.date, formatDay)}</span>
              {isExplored && compared.percentChange !== null && (
                <b className="num">{changeText(compared.percentChange)}</b>
              )}
            </>
          )}
          {usual && (
            <span className={styles.readoutUsual}>
              {compared && '· '}usually {formatShort(usual.low)} to {formatShort(usual.high)}
            </span>
          )}
        </span>
      )}
    </output>
  );
}
