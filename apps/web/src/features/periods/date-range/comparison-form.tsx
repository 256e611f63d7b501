import { addDays } from '@tidemark/contract/calendar-day';
import { plural } from '#web/platform/format.ts';
import { type Day } from '../period.ts';
import { spanLabel, useChosenPeriod, useSetComparison } from '../use-period.ts';
import { type ComparisonKind, comparisonLabels, toComparisonKind } from './comparison-labels.ts';
import styles from './range-form.module.css';
import { DayField } from './day-field.tsx';

const kinds: readonly ComparisonKind[] = ['previous-period', 'last-year', 'custom', 'nothing'];

/** Chooses the comparison period. A custom one has its own start and as many days as the range. */
export function ComparisonForm({ first }: { first: Day }) {
  const period = useChosenPeriod();
  const setComparison = useSetComparison();
  const chosen = toComparisonKind(period.comparison);
  const lastStart = addDays(period.from, -1);
  const start = period.previous?.from ?? lastStart;
  const count = period.days.length;
  return (
    <fieldset className={styles.comparison}>
      <legend>Compare with</legend>
      <div className={styles.kinds}>
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            className={styles.preset}
            aria-pressed={kind === chosen}
            onClick={() => setComparison(kind === 'custom' ? start : kind)}
          >
            {comparisonLabels[kind]}
          </button>
        ))}
      </div>
      {chosen === 'custom' && (
        <DayField
          label={`Starting on, for ${count} ${plural(count, 'day')}`}
          day={start}
          first={first}
          last={lastStart}
          onMove={(day) => {
            if (day >= first && day <= lastStart) setComparison(day);
          }}
        />
      )}
      <p className={styles.compared}>
        {period.previous ? spanLabel(period.previous) : 'Shows values without changes.'}
      </p>
    </fieldset>
  );
}
