import styles from './value-bars.module.css';

interface ValueBarsProps {
  label: string;
  values: readonly { key: string; value: number }[];
  format: (value: number) => string;
  height: number;
  /** Shows the axis values next to the bars. */
  hasAxis?: boolean;
}

/** Draws bars from zero on a common base; nothing for a zero. */
export function ValueBars({ label, values, format, height, hasAxis = false }: ValueBarsProps) {
  const most = Math.max(0, ...values.map(({ value }) => value));
  const top = hasAxis ? toRoundTop(most) : most;
  return (
    <figure
      className={styles.figure}
      style={{ height }}
      aria-label={`${label}: highest ${format(most)}, latest ${format(values.at(-1)?.value ?? 0)}`}
    >
      {hasAxis && (
        <div className={styles.axis} aria-hidden="true">
          {[top, top / 2, 0].map((tick) => (
            <span key={tick}>{format(tick)}</span>
          ))}
        </div>
      )}
      <div className={styles.bars} data-lines={hasAxis || undefined}>
        {values.map(({ key, value }) => (
          <span key={key} title={format(value)} style={{ height: top > 0 ? `${(value / top) * 100}%` : 0 }} />
        ))}
      </div>
    </figure>
  );
}

const steps = [1, 2, 4, 6, 8, 10];

/** Returns the next larger round number whose half is round as well: 2, 4, 6, 8, 10, 20 … */
export function toRoundTop(value: number): number {
  if (value <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * (steps.find((step) => step * power >= value) ?? 10);
}
