import { type DayValue, isSoFar } from '@tidemark/presentation';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react';
import { type DayMarks, dayText, marksOn, postsText } from './day-marks.ts';
import styles from './day-strip.module.css';
import { MarkStrip } from './mark-strip.tsx';

interface DayStripProps {
  series: readonly DayValue[];
  label: string;
  /** True if the days are points on a line, with the first and last at its ends; false for bars side by side. */
  isLine: boolean;
  format: (value: number) => string;
  formatDay: (day: string) => string;
  marks: DayMarks | null;
  onPickDay: (day: string) => void;
}

const maxMarks = 3;

/** Overlays a small chart with its annotations, and shows the value and marks for the day pointed at or moved to. */
export function DayStrip({ series, label, isLine, format, formatDay, marks, onPickDay }: DayStripProps) {
  const [hot, setHot] = useState<number | null>(null);
  const [tapped, setTapped] = useState<number | null>(null);
  const last = series.length - 1;
  const day = hot === null ? undefined : series[hot];

  function toIndex({ currentTarget, clientX }: PointerEvent | MouseEvent): number {
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = (clientX - left) / Math.max(1, width);
    return Math.max(0, Math.min(last, isLine ? Math.round(share * last) : Math.floor(share * series.length)));
  }
  function pick(event: MouseEvent) {
    const index = toIndex(event);
    const { nativeEvent } = event;
    const isTouch = nativeEvent instanceof globalThis.PointerEvent && nativeEvent.pointerType === 'touch';
    // A first tap shows the day, which a mouse shows without a click.
    const isFirstTap = isTouch && tapped !== index;
    setTapped(isFirstTap ? index : null);
    setHot(index);
    if (!isFirstTap) onPickDay(series[index]?.date ?? '');
  }
  function step(event: KeyboardEvent) {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (move) setHot(Math.max(0, Math.min(last, (hot ?? last + 1) + move)));
    if (event.key === 'Enter' && day) onPickDay(day.date);
    if (move || event.key === 'Enter') event.preventDefault();
  }

  return (
    <>
      <MarkStrip days={series.map(({ date }) => date)} marks={marks} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-static-element-interactions -- keyboard users explore it with the arrow keys */}
      <div
        role="application"
        aria-roledescription="bar chart"
        aria-label={`${label}, day by day. Use left and right to move through days, Enter to show the posts of the day.`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
        tabIndex={0}
        className={styles.strip}
        onPointerMove={(event) => setHot(toIndex(event))}
        onPointerLeave={() => setHot(null)}
        onBlur={() => setHot(null)}
        onClick={pick}
        onKeyDown={step}
      />
      {day && hot !== null && (
        <output className={styles.day} data-side={hot < series.length / 2 ? 'start' : 'end'}>
          <span className={styles.value}>
            <b>{day.value === null ? 'no data' : format(day.value)}</b> {formatDay(day.date)}
            {isSoFar(day) && ', so far'}
          </span>
          {marks && <Happened day={day.date} marks={marks} />}
        </output>
      )}
    </>
  );
}

function Happened({ day, marks }: { day: string; marks: DayMarks }) {
  if (dayText(day, marks) === '') return null;
  const [posts, happened] = [postsText(day, marks), marksOn(day, marks)];
  return (
    <span className={styles.happened}>
      {posts && <span>{posts} published</span>}
      {happened.slice(0, maxMarks).map(({ id, text, color }) => (
        <span key={id} className={styles.mark}>
          <span className={styles.dot} style={{ background: color }} />
          <bdi>{text}</bdi>
        </span>
      ))}
      {happened.length > maxMarks && <span>{happened.length - maxMarks} more</span>}
    </span>
  );
}
