import {
  avatarSize,
  compareDay,
  layOut,
  nearestDay,
  nearestLine,
  type Scale,
  type TrendLine,
} from '@tidemark/presentation';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useId, useMemo, useState } from 'react';
import { Avatar } from '../avatar.tsx';
import styles from './charts.module.css';
import { type DayMarks, dayText } from './day-marks.ts';
import { TrendDayMarks } from './trend-day-marks.tsx';
import { Axes, HatchedBand, Stroke } from './trend-marks.tsx';
import { Readout } from './trend-readout.tsx';
import { TrendTable } from './trend-table.tsx';
import { lineChartWidth, useWidth } from './use-width.ts';
import { lazyComponent } from '../lazy-part.tsx';

const DayList = lazyComponent(async () => (await import('./day-list.tsx')).DayList);

interface TrendLinesProps {
  lines: readonly TrendLine[];
  label: string;
  format: (value: number) => string;
  formatAxis: (value: number) => string;
  formatDay: (day: string) => string;
  height?: number;
  scale?: Scale;
  /** Marks next to the values; null until known. */
  marks?: DayMarks | null;
  /** Opens a day's marks: on a click, Enter, or a second tap. */
  onPickDay?: ((day: string) => void) | undefined;
}

/** One line per account. A missing day is a gap, never 0. Arrow keys move through the days, avatars select a line. */
export function TrendLines({
  lines,
  label,
  format,
  formatAxis,
  formatDay,
  height = 216,
  scale = 'linear',
  marks = null,
  onPickDay,
}: TrendLinesProps) {
  const [frame, width] = useWidth(lineChartWidth);
  const gradient = useId();
  const [hotLine, setHotLine] = useState<string | null>(null);
  const [hotDay, setHotDay] = useState<number | null>(null);
  const [tappedDay, setTappedDay] = useState<number | null>(null);
  const geometry = useMemo(() => layOut(lines, width, height, scale), [lines, width, height, scale]);

  if (!geometry)
    return (
      <div ref={frame} className={styles.noLines} style={{ height }}>
        Trend Line Chart
      </div>
    );

  const { days, drawn, ends, top, floor, leader, x, y } = geometry;
  const hot = drawn.find(({ trend }) => trend.id === hotLine)?.trend ?? leader;
  const shownDay = hotDay ?? hot?.series.findLastIndex(({ value }) => value !== null) ?? -1;
  const shown = hot?.series[shownDay];

  function follow(event: PointerEvent<SVGSVGElement>) {
    if (!geometry) return;
    const box = event.currentTarget.getBoundingClientRect();
    const day = nearestDay(geometry, event.clientX - box.left);
    setHotDay(day);
    setHotLine((before) => nearestLine(geometry, day, event.clientY - box.top) ?? before);
  }
  function step(event: KeyboardEvent) {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const turn = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (move) setHotDay(Math.max(0, Math.min(days.length - 1, shownDay + move)));
    if (turn) setHotLine(lines.at((lines.findIndex(({ id }) => id === hot?.id) + turn) % lines.length)?.id ?? null);
    const day = days[shownDay];
    if (event.key === 'Enter' && day) onPickDay?.(day);
    if (move || turn || event.key === 'Enter') event.preventDefault();
  }
  function pick(event: MouseEvent<SVGSVGElement>) {
    if (!geometry || !onPickDay) return;
    const index = nearestDay(geometry, event.clientX - event.currentTarget.getBoundingClientRect().left);
    const day = days[index];
    // A first tap shows the values, which a mouse shows without a click.
    const isFirstTap = isTouch(event) && tappedDay !== index;
    setTappedDay(isFirstTap ? index : null);
    if (day && !isFirstTap) onPickDay(day);
  }
  function rest() {
    setHotDay(null);
    setHotLine(null);
  }

  return (
    <div ref={frame} className={styles.lines} style={{ height }}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keyboard users explore it with the arrow keys */}
      <svg
        width={width}
        height={height}
        role="application"
        aria-roledescription="line chart"
        aria-label={`${label}. Use left and right to move through days, up and down to move through accounts${onPickDay ? ', Enter to show the posts of the day' : ''}.`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
        tabIndex={0}
        onPointerMove={follow}
        onPointerLeave={rest}
        onClick={pick}
        data-picks={onPickDay ? '' : undefined}
        onKeyDown={step}
        onBlur={rest}
      >
        <defs>
          <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor={hot?.color} stopOpacity=".22" />
            <stop offset="1" stopColor={hot?.color} stopOpacity="0" />
          </linearGradient>
        </defs>
        <Axes geometry={geometry} width={width} height={height} formatAxis={formatAxis} formatDay={formatDay} />
        <HatchedBand band={geometry.running} label="so far" top={top} floor={floor} patternId={`${gradient}-running`} />
        <HatchedBand
          band={geometry.missing}
          label="not synced"
          top={top}
          floor={floor}
          patternId={`${gradient}-missing`}
        />
        {marks && <TrendDayMarks marks={marks} geometry={geometry} />}
        {drawn.map(
          ({ trend, usualPath }) =>
            usualPath && <path key={trend.id} fill={trend.color} opacity={0.14} d={usualPath} />,
        )}
        {hot && !hot.usual && <path fill={`url(#${gradient})`} d={geometry.shade(hot)} />}
        {drawn.map((line) => (
          <Stroke
            key={line.trend.id}
            line={line}
            hot={line.trend.id === hot?.id}
            alone={drawn.length === 1}
            compared={line.trend.id === hot?.id}
          />
        ))}
        {shown && shown.value !== null && (
          <g transform={`translate(${x(shownDay)} ${y(shown.value)})`} pointerEvents="none">
            {hotDay !== null && <line y1={top - y(shown.value)} y2={floor - y(shown.value)} stroke="var(--line2)" />}
            <circle r={4.5} fill={hot?.color} stroke="var(--card-solid)" strokeWidth={2} />
          </g>
        )}
      </svg>
      {ends.map(({ trend, y: middle }) => (
        <button
          key={trend.id}
          type="button"
          className={styles.end}
          style={{ top: middle - avatarSize / 2, left: width - avatarSize - 4 }}
          aria-label={trend.name}
          aria-pressed={trend.id === hot?.id}
          onPointerEnter={() => setHotLine(trend.id)}
          onPointerLeave={rest}
          onFocus={() => setHotLine(trend.id)}
          onBlur={rest}
          onClick={() => setHotLine(trend.id)}
        >
          <Avatar src={trend.picture} name={trend.name} size={avatarSize} ring={trend.color} dashed={trend.dashed} />
        </button>
      ))}
      {hot && shown && (
        <Readout
          trend={hot}
          day={shown}
          compared={compareDay(hot, shownDay)}
          usual={hot.usual?.[shownDay] ?? null}
          isExplored={hotDay !== null}
          isListed={hotDay !== null && lines.length > 1}
          happened={hotDay === null ? '' : dayText(shown.date, marks)}
          format={format}
          formatShort={formatAxis}
          formatDay={formatDay}
        />
      )}
      {hotDay !== null && (lines.length > 1 || dayText(days[shownDay] ?? '', marks) !== '') && (
        <DayList
          lines={lines.length > 1 ? lines : []}
          date={days[shownDay] ?? ''}
          marks={marks}
          hot={hot?.id}
          day={shownDay}
          top={top}
          side={shownDay < days.length / 2 ? 'end' : 'start'}
          format={format}
          formatDay={formatDay}
        />
      )}
      <TrendTable lines={lines} marks={marks} label={label} format={format} formatDay={formatDay} />
    </div>
  );
}

function isTouch({ nativeEvent }: MouseEvent): boolean {
  return 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch';
}
