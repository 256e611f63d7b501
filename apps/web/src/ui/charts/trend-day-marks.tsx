import type { TrendGeometry } from '@tidemark/presentation';
import { memo } from 'react';
import styles from './charts.module.css';
import { type DayMarks, placeMark } from './day-marks.ts';

/** Closer dots would look like a line. */
const minApart = 6;
const barHeight = 4;
const minBarWidth = 8;

/** Annotations as bars above the plot with a tint below them, and a dot under each day with posts. */
export const TrendDayMarks = memo(function TrendDayMarks({
  marks: { marks, posts },
  geometry: { days, x, top, floor },
}: {
  marks: DayMarks;
  geometry: TrendGeometry;
}) {
  const apart = days.length > 1 ? x(1) - x(0) : minBarWidth;
  return (
    <g data-day-marks pointerEvents="none">
      {apart >= minApart &&
        days.map((day, index) => posts.has(day) && <circle key={day} data-posts cx={x(index)} cy={floor + 5} r={2} />)}
      {marks.map((mark) => {
        const place = placeMark(mark, days);
        if (!place) return null;
        const from = x(place[0]);
        const width = Math.max(x(place[1]) - from, 0);
        const barWidth = Math.max(width, minBarWidth);
        return (
          <g key={mark.id} data-mark={mark.id} fill={mark.color}>
            <rect x={from - 0.75} y={top} width={width + 1.5} height={floor - top} className={styles.tint} />
            <rect
              x={from + width / 2 - barWidth / 2}
              y={top - barHeight}
              width={barWidth}
              height={barHeight}
              rx={barHeight / 2}
            />
          </g>
        );
      })}
    </g>
  );
});
