import { arc, pie } from 'd3-shape';
import styles from './charts.module.css';

export interface Slice {
  key: string;
  label: string;
  value: number;
  color: string;
}

interface DonutProps {
  slices: readonly Slice[];
  label: string;
  format: (value: number) => string;
  size?: number;
}

const radius = 60;
const thickness = 17;

export function Donut({ slices, label, format, size = 132 }: DonutProps) {
  const drawn = slices.filter((slice) => slice.value > 0);
  const layout = pie<Slice>()
    .value((slice) => slice.value)
    .sort(null)
    .padAngle(drawn.length > 1 ? 2 / radius : 0);
  const path = arc<ReturnType<typeof layout>[number]>()
    .innerRadius(radius - thickness)
    .outerRadius(radius)
    .cornerRadius(5);
  return (
    <figure className={styles.donut} style={{ width: `${size / 16}rem`, height: `${size / 16}rem` }}>
      <svg
        viewBox={`${-radius} ${-radius} ${2 * radius} ${2 * radius}`}
        role="img"
        aria-label={`${label}: ${slices.map((slice) => `${slice.label} ${format(slice.value)}`).join(', ')}`}
      >
        {drawn.length === 0 ? (
          <circle r={radius - thickness / 2} fill="none" stroke="var(--hover)" strokeWidth={thickness} />
        ) : (
          layout([...drawn]).map((slice) => (
            <path key={slice.data.key} d={path(slice) ?? ''} fill={slice.data.color} data-slice={slice.data.key}>
              <title>{`${slice.data.label}: ${format(slice.data.value)}`}</title>
            </path>
          ))
        )}
      </svg>
    </figure>
  );
}
