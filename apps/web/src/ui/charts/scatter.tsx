import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useState } from 'react';
import { deviationScale, nearestSpot, type ScatterPoint, shareAlong } from './scatter-scale.ts';
import { ScatterCanvas } from './scatter-canvas.tsx';
import styles from './scatter.module.css';
import { useWidth } from './use-width.ts';

interface ScatterProps {
  label: string;
  points: readonly ScatterPoint[];
  xName: string;
  yName: string;
  format: (value: number) => string;
  /** Details for the point under the pointer or selected by arrow keys. */
  readout: (key: string) => ReactNode;
  height?: number;
}

const margin = { top: 12, right: 14, bottom: 40, left: 14 };
/** Limit up to which SVG elements cost less than a canvas. */
const maxElements = 2000;
const catchRadius = 22;

/**
 * Plots points around their means: right of the centre line is above the mean of x, and above the centre line is above
 * the mean of y.
 */
export function Scatter({ label, points, xName, yName, format, readout, height = 300 }: ScatterProps) {
  const [box, width] = useWidth(560);
  const [at, setAt] = useState(-1);
  const inner = {
    width: Math.max(40, width - margin.left - margin.right),
    height: height - margin.top - margin.bottom,
  };
  const x = useMemo(() => deviationScale(points.map((point) => point.x)), [points]);
  const y = useMemo(() => deviationScale(points.map((point) => point.y)), [points]);
  const spots = useMemo(
    () =>
      points.map((point) => ({
        x: margin.left + shareAlong(x, point.x) * inner.width,
        y: margin.top + (1 - shareAlong(y, point.y)) * inner.height,
      })),
    [points, x, y, inner.width, inner.height],
  );
  const leftToRight = useMemo(
    () => points.map((_, index) => index).toSorted((one, other) => (points[one]?.x ?? 0) - (points[other]?.x ?? 0)),
    [points],
  );
  const radius = points.length > 600 ? 2.5 : points.length > 120 ? 3.5 : 5.5;
  const hot = points[at];
  const spot = spots[at];

  function point(event: PointerEvent<HTMLDivElement>) {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    setAt(nearestSpot(spots, { x: event.clientX - left, y: event.clientY - top }, catchRadius));
  }
  function step(event: KeyboardEvent) {
    const place = leftToRight.indexOf(at);
    const next = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: points.length - 1 }[event.key];
    if (event.key === 'Escape') setAt(-1);
    if (next === undefined) return;
    event.preventDefault();
    setAt(leftToRight.at(next % points.length) ?? -1);
  }

  const middle = { x: margin.left + inner.width / 2, y: margin.top + inner.height / 2 };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keyboard users explore it with the arrow keys
    <figure
      ref={box}
      className={styles.scatter}
      style={{ height }}
      aria-label={`${label}: ${points.length} points; mean ${xName} ${format(x.mean)}, mean ${yName} ${format(y.mean)}. Use the arrow keys to move between points.`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
      tabIndex={0}
      onKeyDown={step}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setAt(-1)}
      onBlur={() => setAt(-1)}
    >
      <svg width={width} height={height} aria-hidden="true">
        <rect
          x={margin.left}
          y={margin.top}
          width={inner.width}
          height={inner.height}
          rx={14}
          className={styles.field}
        />
        <path
          d={`M${middle.x} ${margin.top}V${margin.top + inner.height}M${margin.left} ${middle.y}H${margin.left + inner.width}`}
          className={styles.mean}
        />
        <g className={styles.corners}>
          <text x={middle.x + 10} y={margin.top + 20}>
            High reach, high engagement
          </text>
          <text x={margin.left + 12} y={margin.top + 20}>
            High engagement
          </text>
          <text x={margin.left + inner.width - 12} y={margin.top + inner.height - 12} textAnchor="end">
            High reach
          </text>
        </g>
        <g className={styles.axis}>
          <text x={margin.left} y={height - 20}>
            {x.mean >= x.reach && format(x.mean - x.reach)}
          </text>
          <text x={middle.x} y={height - 20} textAnchor="middle">
            average {xName} {format(x.mean)}
          </text>
          <text x={width - margin.right} y={height - 20} textAnchor="end">
            {format(x.mean + x.reach)}
          </text>
          <text x={margin.left + 12} y={middle.y - 7}>
            average {yName} {format(y.mean)}
          </text>
          <text x={middle.x - 8} y={margin.top + 20} textAnchor="end">
            {format(y.mean + y.reach)}
          </text>
          <text x={middle.x} y={height - 3} textAnchor="middle">
            further right: more {xName}; higher: more {yName}
          </text>
        </g>
        {points.length <= maxElements && (
          <g data-points>
            {points.map(({ key, color, peak }, index) => (
              <circle
                key={key}
                cx={spots[index]?.x}
                cy={spots[index]?.y}
                r={peak ? radius + 2 : radius}
                fill={color}
                data-peak={peak || undefined}
                className={styles.point}
                data-point={key}
              />
            ))}
          </g>
        )}
      </svg>
      {points.length > maxElements && (
        <ScatterCanvas points={points} spots={spots} radius={radius} width={width} height={height} />
      )}
      {spot && <span className={styles.ring} style={{ translate: `${spot.x}px ${spot.y}px` }} aria-hidden="true" />}
      <div className={styles.readout} aria-live="polite" data-side={spot && spot.x < width / 2 ? 'end' : 'start'}>
        {hot && readout(hot.key)}
      </div>
    </figure>
  );
}
