import type { ComparedAccount, ComparedMetric } from '@tidemark/contract';
import { findCompared, metricLabels, toDirection, writeNumber } from '@tidemark/presentation';
import { ApproximateDot, comparedValues, trendSentence, TrendChip } from '#web/features/metrics/index.ts';
import { type DayRange } from '#web/features/periods/index.ts';
import styles from './compare-page.module.css';

interface ComparedValueProps {
  account: ComparedAccount | undefined;
  metric: ComparedMetric;
  previous: DayRange | null;
  /** Draws attention to a change that is unusual for the account. */
  isUnusual?: boolean | undefined;
}

/** One of an account's metrics in a table, with its change. */
export function ComparedValue({ account, metric, previous, isUnusual }: ComparedValueProps) {
  const value = findCompared(account, metric);
  if (!value) return <span className={styles.unknown}>no data</span>;
  const { format, word } = metricLabels[metric];
  const direction = toDirection(value);
  const { text, range } = writeNumber(value.current, value.approx, format);
  return (
    <span className={styles.cell} data-unusual={isUnusual || undefined}>
      <span className={styles.number}>
        {text}
        <ApproximateDot approx={value.approx} format={format} small passive />
      </span>
      {range && <span className={styles.range}>{range}</span>}
      <TrendChip
        direction={direction}
        state={value.changeState}
        percentChange={value.percentChange}
        explanation={trendSentence({ word, direction, change: value, comparison: value.comparison, previous })}
        values={comparedValues(value, format)}
        isNarrow
      />
    </span>
  );
}
