import { ChevronLeft, ChevronRight } from 'lucide-react';
import { DayPicker } from 'react-day-picker';
import { toDay } from '#web/platform/time-zone.ts';
import type { Day, DayRange } from '../period.ts';
import styles from './calendar.module.css';

interface CalendarProps {
  range: DayRange;
  first: Day;
  today: Day;
  onPick: (day: Day) => void;
}

// The calendar renders the browser's local days; only `YYYY-MM-DD` strings leave it.
function toDate(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

const spokenDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' });

/** Loads when the picker is about to open. */
export function Calendar({ range, first, today, onPick }: CalendarProps) {
  return (
    <DayPicker
      mode="range"
      weekStartsOn={0}
      defaultMonth={toDate(range.to)}
      startMonth={toDate(first)}
      endMonth={toDate(today)}
      disabled={[{ before: toDate(first) }, { after: toDate(today) }]}
      selected={{ from: toDate(range.from), to: toDate(range.to) }}
      onSelect={(_range, picked) => onPick(toDay(picked))}
      today={toDate(today)}
      showOutsideDays={false}
      labels={{ labelDayButton: (day) => spokenDay.format(day) }}
      components={{
        Chevron: ({ orientation }) =>
          orientation === 'left' ? (
            <ChevronLeft size={18} aria-hidden="true" />
          ) : (
            <ChevronRight size={18} aria-hidden="true" />
          ),
      }}
      classNames={{
        root: styles.root,
        months: styles.months,
        month_caption: styles.caption,
        nav: styles.nav,
        button_previous: styles.turn,
        button_next: styles.turn,
        month_grid: styles.grid,
        weekday: styles.weekday,
        day: styles.day,
        day_button: styles.button,
        today: styles.today,
        disabled: styles.disabled,
        range_start: styles.start,
        range_middle: styles.middle,
        range_end: styles.end,
        selected: styles.selected,
      }}
    />
  );
}
