import { addDays } from '@tidemark/contract/calendar-day';
import { CalendarDays, ChevronDown } from 'lucide-react';
import { buttonClass } from '#web/ui/button.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { shortSpanLabel, spanLabel, useEarliestDay, useChosenPeriod, useToday } from '../use-period.ts';
import { versusLabel } from './comparison-labels.ts';
import styles from './date-range-picker.module.css';
import { lazyComponent } from '#web/ui/lazy-part.tsx';

const loadForm = () => import('./range-form.tsx');
const RangeForm = lazyComponent(async () => (await loadForm()).RangeForm);
const maxDays = 731;

/** Chooses the analytics period (presets, or a start and an end) and its comparison. Stored in the URL. */
export function DateRangePicker() {
  const period = useChosenPeriod();
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
          onPointerEnter={() => void loadForm()}
          onFocus={() => void loadForm()}
        >
          <CalendarDays size={17} className={period.preset ? undefined : styles.icon} aria-hidden="true" />
          <span className="vh">Date range: {!period.preset && period.label}</span>
          {period.preset ? (
            <span className={styles.label}>{period.label}</span>
          ) : (
            <span className={styles.label} aria-hidden="true">
              <span className={styles.long}>{period.label}</span>
              <span className={styles.short}>{shortSpanLabel(period, today)}</span>
            </span>
          )}
          {period.preset && <span className={styles.span}>{span}</span>}
          {period.comparison !== 'previous-period' && period.previous && (
            <span className={styles.span}>{versusLabel(period.comparison)}</span>
          )}
          <ChevronDown size={16} className={styles.chevron} aria-hidden="true" />
        </button>
      )}
    >
      {(close) => (
        <RangeForm
          first={first}
          today={today}
          close={close}
          fallback={<Skeleton width={480} height={480} radius={14} />}
        />
      )}
    </Popover>
  );
}
