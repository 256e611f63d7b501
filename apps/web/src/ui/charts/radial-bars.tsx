import { arc } from 'd3-shape';
import styles from './radial-bars.module.css';

export interface RadialBar {
  key: string;
  label: string;
  value: number;
  color: string;
}

interface RadialBarsProps {
  bars: readonly RadialBar[];
  label: string;
  format: (value: number) => string;
}

const size = 100;
const innermost = 26;
const gap = 3;
/** A full bar spans three quarters of a turn. */
const full = 1.5 * Math.PI;
const shortest = 0.03;

/** Concentric bars, the first outermost, the largest three quarters of a turn long, with the values next to them. */
export function RadialBars({ bars, label, format }: RadialBarsProps) {
  const most = Math.max(0, ...bars.map(({ value }) => value));
  const step = Math.min(16, (size - innermost) / Math.max(1, bars.length));
  return (
    <div className={styles.radial}>
      <svg viewBox={`${-size} ${-size} ${2 * size} ${2 * size}`} aria-hidden="true">
        {bars.map(({ key, value, color }, index) => {
          const outer = size - index * step;
          const draw = arc<number>()
            .innerRadius(outer - step + gap)
            .outerRadius(outer)
            .cornerRadius(5)
            .startAngle(0)
            .endAngle((share) => share * full);
          return (
            <g key={key}>
              <path d={draw(1) ?? ''} className={styles.track} />
              <path
                d={draw(most > 0 && value > 0 ? Math.max(shortest, value / most) : 0) ?? ''}
                fill={color}
                data-bar={key}
              />
            </g>
          );
        })}
      </svg>
      <ul className={styles.list} aria-label={label}>
        {bars.map(({ key, label: name, value, color }) => (
          <li key={key}>
            <span className={styles.swatch} style={{ background: color }} aria-hidden="true" />
            <span className={styles.name}>{name}</span>
            <b className="num">{format(value)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
