import { type DayMarks, placeMark } from './day-marks.ts';
import styles from './mark-strip.module.css';

/** Annotations under a small chart. */
export function MarkStrip({ days, marks }: { days: readonly string[]; marks: DayMarks | null }) {
  if (!marks || marks.marks.length === 0 || days.length < 2) return null;
  const share = 100 / (days.length - 1);
  return (
    <div className={styles.strip} aria-hidden="true">
      {marks.marks.map((mark) => {
        const place = placeMark(mark, days);
        return (
          place && (
            <span
              key={mark.id}
              style={{
                insetInlineStart: `${place[0] * share}%`,
                width: `${(place[1] - place[0]) * share}%`,
                background: mark.color,
              }}
            />
          )
        );
      })}
    </div>
  );
}
