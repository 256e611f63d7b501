import { donutRadius, donutThickness, type Slice, toDonutPaths } from '@tidemark/presentation';
import styles from './charts.module.css';

interface DonutProps {
  slices: readonly Slice[];
  label: string;
  format: (value: number) => string;
  size?: number;
}

export function Donut({ slices, label, format, size = 132 }: DonutProps) {
  const drawn = toDonutPaths(slices);
  return (
    <figure className={styles.donut} style={{ width: `${size / 16}rem`, height: `${size / 16}rem` }}>
      <svg
        viewBox={`${-donutRadius} ${-donutRadius} ${2 * donutRadius} ${2 * donutRadius}`}
        role="img"
        aria-label={`${label}: ${slices.map((slice) => `${slice.label} ${format(slice.value)}`).join(', ')}`}
      >
        {drawn.length === 0 ? (
          <circle r={donutRadius - donutThickness / 2} fill="none" stroke="var(--hover)" strokeWidth={donutThickness} />
        ) : (
          drawn.map(({ slice, path }) => (
            <path key={slice.key} d={path} fill={slice.color} data-slice={slice.key}>
              <title>{`${slice.label}: ${format(slice.value)}`}</title>
            </path>
          ))
        )}
      </svg>
    </figure>
  );
}
