import { type Band, type DrawnLine, margin, type TrendGeometry } from '@tidemark/presentation';
import { memo } from 'react';
import styles from './charts.module.css';

interface AxesProps {
  geometry: TrendGeometry;
  width: number;
  height: number;
  formatAxis: (value: number) => string;
  formatDay: (day: string) => string;
}

export const Axes = memo(function Axes({ geometry, width, height, formatAxis, formatDay }: AxesProps) {
  const { ticks, dayTicks, days, x, y } = geometry;
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick} transform={`translate(0 ${y(tick)})`}>
          <line x1={margin.left} x2={width - margin.right} stroke="var(--line)" />
          <text x={margin.left - 8} dy=".32em" textAnchor="end" className={styles.tick}>
            {formatAxis(tick)}
          </text>
        </g>
      ))}
      {dayTicks.map((index) => (
        <text key={index} x={x(index)} y={height - 4} textAnchor="middle" className={styles.tick}>
          {formatDay(days[index] ?? '')}
        </text>
      ))}
    </>
  );
});

interface HatchedBandProps {
  band: Band | null;
  label: string;
  top: number;
  floor: number;
  patternId: string;
}

/** Days that are not complete yet, or that were never synced. */
export const HatchedBand = memo(function HatchedBand({ band, label, top, floor, patternId }: HatchedBandProps) {
  if (!band) return null;
  return (
    <g data-band={label}>
      <pattern id={patternId} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line y2={6} className={styles.runningStripe} />
      </pattern>
      <rect x={band.x} y={top} width={band.width} height={floor - top} className={styles.running} />
      <rect x={band.x} y={top} width={band.width} height={floor - top} fill={`url(#${patternId})`} />
      <text x={band.x + band.width} y={top - 4} textAnchor="end" className={styles.tick}>
        {label}
      </text>
    </g>
  );
});

const manyDays = 60;

interface StrokeProps {
  line: DrawnLine;
  hot: boolean;
  alone: boolean;
  /** True if the comparison period is drawn as well. */
  compared: boolean;
}

export const Stroke = memo(function Stroke({ line, hot, alone, compared }: StrokeProps) {
  const { trend, path, runningPath, previousPath, points } = line;
  const dense = trend.series.length > manyDays;
  const isMuted = trend.muted && !hot;
  return (
    <g data-line={trend.id} opacity={hot || alone ? 1 : 0.78}>
      {compared && previousPath && (
        <path
          d={previousPath}
          data-previous
          fill="none"
          stroke={trend.color}
          strokeOpacity={hot || alone ? 0.85 : 0.5}
          strokeWidth={1.3}
          strokeDasharray="2 3"
          strokeLinejoin="round"
        />
      )}
      <path
        d={path}
        fill="none"
        stroke={isMuted ? 'var(--ink3)' : trend.color}
        strokeOpacity={isMuted ? 0.45 : 1}
        strokeWidth={hot ? (dense ? 2.2 : 3.2) : isMuted ? 1 : dense ? 1.4 : 2}
        strokeDasharray={trend.dashed ? '6 4' : undefined}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {runningPath && (
        <path
          d={runningPath}
          data-running
          fill="none"
          stroke={trend.color}
          strokeWidth={hot ? 2.6 : 2}
          strokeDasharray="0.5 5"
          strokeLinecap="round"
        />
      )}
      {points.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r={2.6} fill={trend.color} />
      ))}
    </g>
  );
});
