import type { Ring, RingPart } from '@tidemark/presentation';
import { arc, pie } from 'd3-shape';
import { type ReactNode, useMemo } from 'react';
import styles from './rings.module.css';

interface RingsProps {
  rings: readonly Ring[];
  label: string;
  format: (value: number) => string;
  /** Content for the centre. */
  children?: ReactNode;
}

const size = 130;
/** Keeps parts with a value of zero visible. */
const baselineWeight = 1;
const minOpacity = 0.1;

/** Returns a part's share of its ring's largest, with a visible minimum. */
export function partOpacity(value: number, largest: number): number {
  const share = largest > 0 ? value / largest : 0;
  return Math.min(1, Math.max(minOpacity, Number.isFinite(share) ? share : 0));
}

/** Concentric rings, each divided into the same parts in the same order. */
export function Rings({ rings, label, format, children }: RingsProps) {
  const drawn = useMemo(() => rings.map(toPaths), [rings]);
  return (
    <figure className={styles.rings}>
      <svg
        viewBox={`${-size} ${-size} ${2 * size} ${2 * size}`}
        role="img"
        aria-label={`${label}: ${rings.map((ring) => `${ring.label} ${format(sumBy(ring))}`).join(', ')}`}
      >
        {drawn.map(({ ring, track, paths }) => (
          <g key={ring.key} data-ring={ring.key} fill={ring.color}>
            <path d={track} className={styles.track} />
            {paths.map(({ part, path, opacity }) => (
              <path key={part.key} d={path} fillOpacity={opacity}>
                <title>{`${part.label}: ${format(part.value)} ${ring.label.toLowerCase()}`}</title>
              </path>
            ))}
          </g>
        ))}
      </svg>
      <figcaption className={styles.middle}>{children}</figcaption>
    </figure>
  );
}

function toPaths(ring: Ring) {
  const [inner, outer] = ring.radii;
  const largest = Math.max(0, ...ring.parts.map(({ value }) => value));
  const layout = pie<RingPart>()
    .value(({ value }) => Math.max(0, value) + baselineWeight)
    .sort(null)
    .padAngle(ring.parts.length > 1 ? 2 / outer : 0);
  const draw = arc<{ startAngle: number; endAngle: number; padAngle: number }>()
    .innerRadius(inner)
    .outerRadius(outer)
    .cornerRadius(5);
  return {
    ring,
    track: draw({ startAngle: 0, endAngle: 2 * Math.PI, padAngle: 0 }) ?? '',
    paths: layout([...ring.parts]).map((slice) => ({
      part: slice.data,
      path: draw(slice) ?? '',
      opacity: partOpacity(slice.data.value, largest),
    })),
  };
}

function sumBy({ parts }: Ring): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
}
