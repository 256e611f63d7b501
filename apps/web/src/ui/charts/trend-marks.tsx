import { memo } from 'react';
import { Avatar } from '../avatar.tsx';
import styles from './charts.module.css';
import type { DayValue } from './trend-bars.tsx';
import { type DrawnLine, margin, type TrendGeometry } from './trend-geometry.ts';
import { isSoFar, type TrendLine } from './trend-line.ts';

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
        <text
          key={index}
          x={x(index)}
          y={height - 4}
          textAnchor={index === 0 ? 'start' : index === days.length - 1 ? 'end' : 'middle'}
          className={styles.tick}
        >
          {formatDay(days[index] ?? '')}
        </text>
      ))}
    </>
  );
});

interface RunningBandProps {
  geometry: TrendGeometry;
  patternId: string;
}

/** A hatched band: its days are not complete yet. */
export const RunningBand = memo(function RunningBand({ geometry: { running, floor }, patternId }: RunningBandProps) {
  if (!running) return null;
  return (
    <g data-running-days>
      <pattern id={patternId} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line y2={6} className={styles.runningStripe} />
      </pattern>
      <rect x={running.x} y={margin.top} width={running.width} height={floor - margin.top} className={styles.running} />
      <rect
        x={running.x}
        y={margin.top}
        width={running.width}
        height={floor - margin.top}
        fill={`url(#${patternId})`}
      />
      <text x={running.x + running.width} y={margin.top - 6} textAnchor="end" className={styles.tick}>
        so far
      </text>
    </g>
  );
});

const manyDays = 60;

export const Stroke = memo(function Stroke({ line, hot, alone }: { line: DrawnLine; hot: boolean; alone: boolean }) {
  const { trend, path, runningPath, points } = line;
  const dense = trend.series.length > manyDays;
  return (
    <g data-line={trend.id} opacity={hot || alone ? 1 : 0.78}>
      <path
        d={path}
        fill="none"
        stroke={trend.color}
        strokeWidth={hot ? (dense ? 2.2 : 3.2) : dense ? 1.4 : 2}
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

interface ReadoutProps {
  trend: TrendLine;
  day: DayValue;
  format: (value: number) => string;
  formatDay: (day: string) => string;
}

export function Readout({ trend, day, format, formatDay }: ReadoutProps) {
  return (
    <output className={styles.readout} style={{ left: margin.left + 4 }}>
      <Avatar src={trend.picture} name={trend.name} size={20} />
      <span className={styles.readoutName}>{trend.name}</span>
      <span className="num">{day.value === null ? 'no data' : format(day.value)}</span>
      <span className={styles.readoutDay}>
        {formatDay(day.date)}
        {isSoFar(day) && ', so far'}
      </span>
    </output>
  );
}
