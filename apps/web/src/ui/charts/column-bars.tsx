import type { ReactNode } from 'react';
import styles from './column-bars.module.css';

export interface Column {
  label: string;
  /** Stacked from the bottom up. */
  parts: readonly { key: string; value: number; color: string }[];
  /** Text above the column. */
  text: string;
  /** Mark for an approximate value, next to the text. */
  mark?: ReactNode;
}

interface ColumnBarsProps {
  label: string;
  columns: readonly Column[];
  height?: number;
  /** Grows taller if its container has room. */
  grows?: boolean;
  /** Minimum height in pixels, so that even a zero is visible. */
  least?: number;
  /** Label for the highest column, which gets an outline unless there is a tie. */
  peakText?: string;
  /** Draws the line that the columns stand on. */
  hasBase?: boolean;
  /** Makes each column a button; `pickedIndex` is the pressed one. */
  onPick?: (index: number) => void;
  pickedIndex?: number | null;
}

/** Vertical bars with one or several parts. Values are written next to each bar and read out. */
export function ColumnBars({
  label,
  columns,
  height = 150,
  grows = false,
  least = 0,
  peakText,
  hasBase = false,
  onPick,
  pickedIndex = null,
}: ColumnBarsProps) {
  const sums = columns.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const most = Math.max(0, ...sums);
  const isOnly = sums.filter((sum) => sum === most).length === 1 && sums.filter((sum) => sum > 0).length > 1;
  const peak = peakText && most > 0 && isOnly ? sums.indexOf(most) : -1;
  return (
    <ul className={styles.columns} data-base={hasBase || undefined} data-grows={grows || undefined} aria-label={label}>
      {columns.map(({ label: name, parts, text, mark }, index) => {
        const sum = sums[index] ?? 0;
        const content = (
          <>
            <span className={styles.text}>
              {text}
              {mark}
            </span>
            <span className={styles.room} style={grows ? { minHeight: height } : { height }} aria-hidden="true">
              <span
                className={styles.bar}
                style={{ minHeight: least, height: `${most > 0 ? (sum / most) * 100 : 0}%` }}
              >
                {sum > 0 &&
                  parts.map(({ key, value, color }) =>
                    value > 0 ? <span key={key} style={{ flex: `${value} 0 0`, background: color }} /> : null,
                  )}
              </span>
            </span>
            <span className={styles.name}>
              {name}
              {index === peak && <span className="vh">, {peakText}</span>}
            </span>
          </>
        );
        return (
          <li key={name} className={styles.column} data-peak={index === peak || undefined}>
            {onPick && sum > 0 ? (
              <button
                type="button"
                className={styles.pick}
                aria-pressed={index === pickedIndex}
                onClick={() => onPick(index)}
              >
                {content}
              </button>
            ) : (
              content
            )}
          </li>
        );
      })}
    </ul>
  );
}
