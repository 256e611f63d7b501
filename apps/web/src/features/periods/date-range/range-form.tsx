import { useState } from 'react';
import { usePreload } from '#web/platform/use-preload.ts';
import { usePreloadLikely } from '#web/platform/use-preload-likely.ts';
import { Button } from '#web/ui/button.tsx';
import { type Day, type DayRange, moveEnd, moveStart, type Preset, presetLabels, presets } from '../period.ts';
import { spanLabel, useChosenPeriod, useSetPeriod } from '../use-period.ts';
import { Calendar } from './calendar.tsx';
import { ComparisonForm } from './comparison-form.tsx';
import { DayField } from './day-field.tsx';
import styles from './range-form.module.css';

const toSearch = (preset: Preset) => ({ preset, from: undefined, to: undefined });
/** The others are requested when pointed at. */
const likelySearches = (['last-7-days', 'last-30-days', 'last-90-days'] as const).map(toSearch);

interface RangeFormProps {
  first: Day;
  today: Day;
  close: () => void;
}

/** The picker's content, loaded when it is about to open. */
export function RangeForm({ first, today, close }: RangeFormProps) {
  const period = useChosenPeriod();
  const setPeriod = useSetPeriod();
  const preload = usePreload();
  usePreloadLikely(likelySearches);
  const [moving, setMoving] = useState<'start' | 'end'>('start');
  const [isChosen, setChosen] = useState(false);
  const move = (end: 'start' | 'end', day: Day) => {
    if (day < first || day > today) return;
    setPeriod(end === 'start' ? moveStart(period, day) : moveEnd(period, day));
  };
  // The popover drops its content a moment after it has closed: until then, the calendar would be drawn for the choice.
  if (isChosen) return null;
  return (
    <div className={styles.form}>
      <ul className={styles.presets} aria-label="Presets">
        {presets.map((preset) => (
          <li key={preset}>
            <button
              type="button"
              className={styles.preset}
              aria-pressed={period.preset === preset}
              {...preload(toSearch(preset))}
              onClick={() => {
                setPeriod(preset);
                setChosen(true);
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
        <Calendar
          range={period}
          first={first}
          today={today}
          onPick={(day) => {
            move(moving, day);
            setMoving(moving === 'start' ? 'end' : 'start');
          }}
        />
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
