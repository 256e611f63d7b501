import { type AccountId, type AppMetric, appMetrics, maxAppComparisonDays } from '@tidemark/contract';
import { addDays } from '@tidemark/contract/calendar-day';
import { type SubmitEvent, useState } from 'react';
import { countDays, useInstagramToday } from '#web/features/periods/index.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useCompareWithApp } from './app-comparison.query.ts';
import styles from './app-comparison.module.css';
import { appMetricLabels } from './difference-copy.ts';
import { parseTypedNumber } from './typed-number.ts';

const nothing: Record<AppMetric, string> = { reach: '', views: '', newFollowers: '' };
const spans = [
  { value: 'day', label: 'One day' },
  { value: 'range', label: 'Several days' },
] as const;
/** Instagram no longer revises a day this old. */
const settledDays = 4;

/** Collects the numbers that the Instagram app shows for an account on a day or in a range. */
export function AppComparisonForm({ accountId }: { accountId: AccountId }) {
  const today = useInstagramToday();
  const [span, setSpan] = useState<(typeof spans)[number]['value']>('day');
  const [first, setFirst] = useState(() => addDays(today, -settledDays));
  const [last, setLast] = useState(first);
  const [typed, setTyped] = useState(nothing);
  const compare = useCompareWithApp({ onDone: () => setTyped(nothing) });
  const range = { from: first, to: span === 'day' ? first : last };
  const days = countDays(range);
  const given = appMetrics.filter((metric) => typed[metric].trim() !== '');
  const isWrong = (metric: AppMetric) => given.includes(metric) && parseTypedNumber(typed[metric]) === null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (compare.isPending) return;
    const numbers = Object.fromEntries(given.map((metric) => [metric, parseTypedNumber(typed[metric]) ?? 0]));
    compare.mutate({ accountId, ...range, timeZone: viewerTimeZone(), ...numbers });
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      {compare.error && (
        <Alert onDismiss={compare.reset}>
          {getServerMessage(compare.error, 'Could not reach the server. Try again in a moment.')}
        </Alert>
      )}
      <p className={styles.hint}>
        In the Instagram app, open your profile, then <i>Professional dashboard</i> and <i>Insights</i>, choose the same
        days, and type what it shows. One number is enough.
      </p>
      <div className={styles.fields}>
        <Segmented label="Days to compare" value={span} options={spans} onChange={setSpan} />
        <TextField
          label={span === 'day' ? 'Day' : 'First day'}
          type="date"
          value={first}
          max={today}
          required
          onChange={({ target }) => target.value && setFirst(target.value)}
        />
        {span === 'range' && (
          <TextField
            label="Last day"
            type="date"
            value={last}
            min={first}
            max={today}
            required
            error={days > maxAppComparisonDays ? `At most ${maxAppComparisonDays} days` : null}
            onChange={({ target }) => target.value && setLast(target.value)}
          />
        )}
        {appMetrics.map((metric) => (
          <TextField
            key={metric}
            label={appMetricLabels[metric]}
            value={typed[metric]}
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            error={isWrong(metric) ? 'A whole number, such as 46,129' : null}
            onChange={({ target }) => setTyped({ ...typed, [metric]: target.value })}
          />
        ))}
        <Button
          type="submit"
          variant="primary"
          className={styles.submit}
          disabled={given.length === 0 || given.some(isWrong) || days < 1 || days > maxAppComparisonDays}
          busy={compare.isPending}
          busyLabel="Comparing…"
        >
          Compare
        </Button>
      </div>
    </form>
  );
}
