import type { Slice } from '@tidemark/presentation';
import styles from './stacked-bar.module.css';

interface StackedBarProps {
  slices: readonly Slice[];
  label: string;
  format: (value: number) => string;
  height?: number;
}

/** One horizontal bar with several parts; even the smallest stays visible. */
export function StackedBar({ slices, label, format, height = 14 }: StackedBarProps) {
  const widths = segmentWidths(slices.map((slice) => slice.value));
  return (
    <figure
      className={styles.stack}
      data-empty={slices.every((slice) => slice.value <= 0)}
      style={{ height }}
      aria-label={`${label}: ${slices.map((slice) => `${slice.label} ${format(slice.value)}`).join(', ')}`}
    >
      {slices.map((slice, index) =>
        slice.value > 0 ? (
          <span
            key={slice.key}
            title={`${slice.label}: ${format(slice.value)}`}
            style={{ flexBasis: `${widths[index]}%`, background: slice.color }}
          />
        ) : null,
      )}
    </figure>
  );
}

const minPercent = 5;

/** Returns each value's percentage of the bar: those above 0 get at least 5, taken from the larger ones. */
export function segmentWidths(values: readonly number[]): number[] {
  const total = values.reduce((sum, value) => sum + Math.max(0, value), 0);
  if (total === 0) return values.map(() => 0);
  const shares = values.map((value) => (Math.max(0, value) / total) * 100);
  const small = new Set<number>();
  for (;;) {
    const free = 100 - small.size * minPercent;
    const large = shares.reduce((sum, share, index) => (small.has(index) ? sum : sum + share), 0);
    const scaled = shares.map((share, index) =>
      share === 0 ? 0 : small.has(index) ? minPercent : (share / large) * free,
    );
    const tooSmall = scaled.findIndex((width, index) => shares[index] !== 0 && !small.has(index) && width < minPercent);
    if (tooSmall < 0 || small.size * minPercent >= 100) return scaled;
    small.add(tooSmall);
  }
}
