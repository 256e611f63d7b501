import { CalendarDays, ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { addDays, type Day, type DayRange, moveEnd, moveStart, presetLabels, presets } from '../period.ts';
import { spanLabel, useEarliestDay, usePeriod, useSetPeriod, useToday } from '../use-period.ts';
import { ComparisonForm } from './comparison-form.tsx';
import { versusLabel } from './comparison-labels.ts';
import styles from './date-range-picker.module.css';
import { DayField } from './day-field.tsx';

const loadCalendar = () => import('./calendar.tsx');
const Calendar = lazy(async () => ({ default: (await loadCalendar()).Calendar }));
const maxDays = 731;

/** The analytics period: presets, or a start and an end; and what it is compared with. Stored in the URL. */
export function DateRangePicker() {
  const period = usePeriod();
  const today = useToday();
  const earliest = useEarliestDay();
  const limit = addDays(today, 1 - maxDays);
  const first = earliest && earliest > limit ? earliest : limit;
  const span = spanLabel(period);
  return (
    <Popover
      label="Date range"
      sheetOnPhone
      className={styles.popover}
      trigger={(props) => (
        <button
          type="button"
          {...props}
          className={`${buttonClass('plain')} ${styles.trigger}`}
          disabled={first >= today}
          onPointerEnter={() => void loadCalendar()}
          onFocus={() => void loadCalendar()}
        >
          <CalendarDays size={17} aria-hidden="true" />
          <span className="vh">Date range: </span>
          <span className={styles.label}>{period.label}</span>
          {period.preset && <span className={styles.span}>{span}</span>}
          {period.comparison !== 'previous-period' && period.previous && (
            <span className={styles.span}>{versusLabel(period.comparison)}</span>
          )}
          <ChevronDown size={16} className={styles.chevron} aria-hidden="true" />
        </button>
      )}
    >
      {(close) => <RangeForm first={first} today={today} close={close} />}
    </Popover>
  );
}

function RangeForm({ first, today, close }: { first: Day; today: Day; close: () => void }) {
  const period = usePeriod();
  const setPeriod = useSetPeriod();
  const [moving, setMoving] = useState<'start' | 'end'>('start');
  const move = (end: 'start' | 'end', day: Day) => {
    if (day < first || day > today) return;
    setPeriod(end === 'start' ? moveStart(period, day) : moveEnd(period, day));
  };
  return (
    <div className={styles.form}>
      <ul className={styles.presets} aria-label="Presets">
        {presets.map((preset) => (
          <li key={preset}>
            <button
              type="button"
              className={styles.preset}
              aria-pressed={period.preset === preset}
              onClick={() => {
                setPeriod(preset);
                close();
              }}
            >
              {presetLabels[preset]}
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.custom}>
        <div className={styles.ends}>
          <DayField
            label="Start"
            day={period.from}
            active={moving === 'start'}
            first={first}
            last={today}
            onFocus={() => setMoving('start')}
            onMove={(day) => move('start', day)}
          />
          <DayField
            label="End"
            day={period.to}
            active={moving === 'end'}
            first={first}
            last={today}
            onFocus={() => setMoving('end')}
            onMove={(day) => move('end', day)}
          />
        </div>
        <Suspense fallback={<Skeleton height={292} radius={14} />}>
          <Calendar
            range={period}
            first={first}
            today={today}
            onPick={(day) => {
              move(moving, day);
              setMoving(moving === 'start' ? 'end' : 'start');
            }}
          />
        </Suspense>
        <ComparisonForm first={first} />
        <div className={styles.foot}>
          <span>{spanLabel(period satisfies DayRange)}</span>
          <Button variant="primary" size="small" onClick={close}>
            Done
          </Button>
        </div>
      </div>
    </div>
  );
}
