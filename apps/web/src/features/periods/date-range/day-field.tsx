import { dayLabel } from '#web/platform/format.ts';
import type { Day } from '../period.ts';
import styles from './range-form.module.css';

interface DayFieldProps {
  label: string;
  day: Day;
  active?: boolean;
  first: Day;
  last: Day;
  onFocus?: () => void;
  onMove: (day: Day) => void;
}

export function DayField({ label, day, active = false, first, last, onFocus, onMove }: DayFieldProps) {
  return (
    <label className={styles.end} data-active={active}>
      <span>{label}</span>
      <input
        type="date"
        value={day}
        min={first}
        max={last}
        required
        title={dayLabel(day)}
        onFocus={onFocus}
        onChange={(event) => event.target.value && onMove(event.target.value)}
      />
    </label>
  );
}
