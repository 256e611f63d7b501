import type { AccountMetric, Breakdown } from '@tidemark/contract';
import { toDirection, writeNumber } from '@tidemark/presentation';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import {
  ApproximateDot,
  comparedValues,
  trendSentence,
  TrendChip,
  breakdownLabels,
} from '#web/features/metrics/index.ts';
import { usePeriod } from '#web/features/periods/index.ts';
import { compactNumber, wholeNumber } from '#web/platform/format.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { metricCardQuery } from '../metric-cards/metric-card.query.ts';
import styles from './breakdown-card.module.css';

/** The metric over the range, and its change since the previous period. */
export function BreakdownTotal({ metric, breakdown }: { metric: AccountMetric; breakdown: Breakdown }) {
  return (
    <TotalFigure figure={breakdown}>
      <TotalChange metric={metric} />
    </TotalFigure>
  );
}

interface TotalFigureProps {
  figure: Pick<Breakdown, 'value' | 'approx'>;
  /** The change. */
  children?: ReactNode;
}

/** The value over the range, with the range that contains it if estimated. */
export function TotalFigure({ figure: { value, approx }, children }: TotalFigureProps) {
  const { text, range } = writeNumber(value, approx, compactNumber);
  return (
    <div className={styles.total}>
      <div>
        <p className={styles.value} data-total>
          <Tooltip text={value >= 1000 ? wholeNumber(value) : null}>
            <span>{text}</span>
          </Tooltip>
          <ApproximateDot approx={approx} format={compactNumber} />
        </p>
        {range && <p className={styles.range}>{range}</p>}
      </div>
      {children}
    </div>
  );
}

function TotalChange({ metric }: { metric: AccountMetric }) {
  const period = usePeriod();
  const { data, error } = useQuery(metricCardQuery(metric, useShownAccounts(), period));
  // The value is still right without it; the headline reports figures that could not be loaded.
  if (!data || error) return null;
  const direction = toDirection(data);
  return (
    <TrendChip
      direction={direction}
      state={data.changeState}
      percentChange={data.percentChange}
      explanation={trendSentence({
        word: breakdownLabels[metric].word,
        direction,
        change: data,
        comparison: data.comparison,
        previous: period.previous,
      })}
      values={comparedValues(data, compactNumber)}
    />
  );
}
