import { type AgeBand, type AgePoint, bandAt, bandMargin, layOutBand } from '@tidemark/presentation';
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import styles from './band-chart.module.css';
import { lineChartWidth, useWidth } from './use-width.ts';

interface BandChartProps {
  points: readonly AgePoint[];
  band: readonly AgeBand[];
  label: string;
  /** Names for the line and the band, in the readout and the table. */
  name: string;
  bandName: string;
  format: (value: number) => string;
  formatAxis: (value: number) => string;
  formatAge: (age: number) => string;
  height?: number;
}

/** A total by age inside the band of comparable totals at the same age. Arrow keys move through the measurements. */
export function BandChart({
  points,
  band,
  label,
  name,
  bandName,
  format,
  formatAxis,
  formatAge,
  height = 300,
}: BandChartProps) {
  const [frame, width] = useWidth(lineChartWidth);
  const [hot, setHot] = useState<number | null>(null);
  const geometry = useMemo(() => layOutBand(points, band, width, height), [points, band, width, height]);
  if (!geometry) return null;
  const { x, y, floor, ticks, ageTicks, bandPath, medianPath, path } = geometry;
  const at = Math.min(hot ?? points.length - 1, points.length - 1);
  const shown = points[at];
  const usual = shown && bandAt(band, shown.age);

  function follow(event: PointerEvent<SVGSVGElement>) {
    const pointer = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const distances = points.map(({ age }) => Math.abs(x(age) - pointer));
    setHot(distances.length > 0 ? distances.indexOf(Math.min(...distances)) : null);
  }
  function step(event: KeyboardEvent) {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!move) return;
    setHot(Math.max(0, Math.min(points.length - 1, at + move)));
    event.preventDefault();
  }

  return (
    <div ref={frame} className={styles.chart} style={{ height }}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keyboard users explore it with the arrow keys */}
      <svg
        width={width}
        height={height}
        role="application"
        aria-roledescription="line chart"
        aria-label={`${label}. Use left and right to move through the measurements.`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
        tabIndex={0}
        onPointerMove={follow}
        onPointerLeave={() => setHot(null)}
        onKeyDown={step}
        onBlur={() => setHot(null)}
      >
        {ticks.map((tick) => (
          <g key={tick} transform={`translate(0 ${y(tick)})`}>
            <line x1={bandMargin.left} x2={width - bandMargin.right} className={styles.grid} />
            <text x={bandMargin.left - 8} dy=".32em" textAnchor="end" className={styles.tick}>
              {formatAxis(tick)}
            </text>
          </g>
        ))}
        {ageTicks.map((tick) => (
          <text key={tick} x={x(tick)} y={height - 5} textAnchor="middle" className={styles.tick}>
            {formatAge(tick)}
          </text>
        ))}
        <path d={bandPath} className={styles.band} data-band />
        <path d={medianPath} className={styles.median} />
        {shown && hot !== null && (
          <line x1={x(shown.age)} x2={x(shown.age)} y1={bandMargin.top} y2={floor} className={styles.cursor} />
        )}
        <path d={path} className={styles.line} data-line />
        {points.map(({ age, value }, index) => (
          <circle
            key={age}
            cx={x(age)}
            cy={y(value)}
            r={index === at ? 5 : 2.8}
            className={styles.point}
            data-shown={index === at || undefined}
          />
        ))}
      </svg>
      {shown && (
        <output className={styles.readout}>
          <b className="num">{format(shown.value)}</b>
          <span>after {formatAge(shown.age)}</span>
          {usual && (
            <span className={styles.usual}>
              {bandName} {format(usual.low)} to {format(usual.high)}
            </span>
          )}
        </output>
      )}
      <BandTable {...{ points, band, label, name, bandName, format, formatAge }} />
    </div>
  );
}

type BandTableProps = Omit<BandChartProps, 'formatAxis' | 'height'>;

/** Repeats the values as a table, for screen readers. */
function BandTable({ points, band, label, name, bandName, format, formatAge }: BandTableProps) {
  return (
    <div className="vh">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Age</th>
            <th scope="col">{name}</th>
            <th scope="col">{bandName}</th>
            <th scope="col">Median</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ age, value }) => {
            const usual = bandAt(band, age);
            return (
              <tr key={age}>
                <th scope="row">{formatAge(age)}</th>
                <td>{format(value)}</td>
                <td>{usual ? `${format(usual.low)} to ${format(usual.high)}` : 'not enough posts'}</td>
                <td>{usual ? format(usual.median) : 'not enough posts'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
