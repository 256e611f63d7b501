import styles from './column-bars.module.css';

export interface Column {
  label: string;
  /** From the foot up. */
  parts: readonly { key: string; value: number; color: string }[];
  /** Written above it. */
  text: string;
}

interface ColumnBarsProps {
  label: string;
  columns: readonly Column[];
  height?: number;
  /** Pixels that even nothing gets, so that it can be seen. */
  least?: number;
  /** What the highest column is called; it wears the highlight, unless others are as high. */
  peakText?: string;
}

/** Upright bars side by side, each of one part or several. Its figures are written, and read out, beside each bar. */
export function ColumnBars({ label, columns, height = 150, least = 0, peakText }: ColumnBarsProps) {
  const sums = columns.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const most = Math.max(0, ...sums);
  const isOnly = sums.filter((sum) => sum === most).length === 1;
  const peak = peakText && most > 0 && isOnly ? sums.indexOf(most) : -1;
  return (
    <ul className={styles.columns} aria-label={label}>
      {columns.map(({ label: name, parts, text }, index) => {
        const sum = sums[index] ?? 0;
        return (
          <li key={name} className={styles.column} data-peak={index === peak || undefined}>
            <span className={styles.text}>{text}</span>
            <span className={styles.room} style={{ height }} aria-hidden="true">
              <span className={styles.bar} style={{ height: Math.max(least, most > 0 ? (sum / most) * height : 0) }}>
                {sum > 0 &&
                  parts.map(({ key, value, color }) =>
                    value > 0 ? (
                      <span
                        key={key}
                        style={{ flex: `${value} 0 0`, background: index === peak ? 'var(--highlight)' : color }}
                      />
                    ) : null,
                  )}
              </span>
            </span>
            <span className={styles.name}>
              {name}
              {index === peak && <span className="vh">, {peakText}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
