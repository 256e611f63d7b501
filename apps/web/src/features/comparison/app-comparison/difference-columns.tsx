import type { AppDifference } from '@tidemark/contract';
import { signedNumber } from '@tidemark/presentation';
import { ApproximateDot } from '#web/features/metrics/index.ts';
import { type DayRange } from '#web/features/periods/index.ts';
import { dayLabel, shortDayLabel, wholeNumber } from '#web/platform/format.ts';
import { Chip } from '#web/ui/chip.tsx';
import type { GridColumn } from '#web/ui/data-grid/grid-model.ts';
import styles from './app-comparison.module.css';
import { appMetricLabels, causeCopy } from './difference-copy.ts';

type Field = 'metric' | 'app' | 'tidemark' | 'difference' | 'cause';

/** The Instagram app's number next to ours, and the cause of the difference. */
export const differenceColumns: readonly GridColumn<AppDifference, Field>[] = [
  {
    field: 'metric',
    header: 'Metric',
    width: '124px',
    phone: 'lead',
    cell: ({ metric }) => <b className={styles.metric}>{appMetricLabels[metric]}</b>,
  },
  {
    field: 'app',
    header: 'In the app',
    width: '112px',
    align: 'end',
    phone: 'fact',
    cell: ({ app }) => wholeNumber(app),
  },
  {
    field: 'tidemark',
    header: 'Tidemark',
    width: '112px',
    align: 'end',
    phone: 'fact',
    cell: ({ tidemark }) =>
      tidemark ? (
        <span className={styles.own}>
          {wholeNumber(tidemark.value)}
          <ApproximateDot approx={tidemark.approx} small />
        </span>
      ) : (
        '–'
      ),
  },
  {
    field: 'difference',
    header: 'Difference',
    width: '112px',
    align: 'end',
    phone: 'fact',
    cell: ({ difference }) => (difference === null ? '–' : signedNumber(difference)),
  },
  {
    field: 'cause',
    header: 'Explanation',
    phone: 'wide',
    cell: ({ cause }) => {
      const { label, tone, text } = causeCopy[cause];
      return (
        <span className={styles.cause}>
          <Chip tone={tone}>{label}</Chip>
          <span>{text}</span>
        </span>
      );
    },
  },
];

/** Formats 'Nov 12, 2026' or 'Nov 12 to Nov 14, 2026'. */
export function comparedDays({ from, to }: DayRange): string {
  if (from === to) return dayLabel(from);
  return `${from.slice(0, 4) === to.slice(0, 4) ? shortDayLabel(from) : dayLabel(from)} to ${dayLabel(to)}`;
}
