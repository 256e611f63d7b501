import type { MetricCard, OverviewMetric } from '@tidemark/contract';
import { hasNothingStored, metricLabels, toDirection } from '@tidemark/presentation';
import { comparedValues, trendSentence, TrendChip } from '#web/features/metrics/index.ts';
import { type DayRange } from '#web/features/periods/index.ts';
import { Card } from '#web/ui/card.tsx';
import styles from './metric-card.module.css';
import { MetricDays, MetricValue, TrendBar } from './metric-figures.tsx';

interface MetricFigureCardProps {
  metric: OverviewMetric;
  figures: MetricCard;
  /** The comparison period; null without a comparison. */
  previous: DayRange | null;
  className: string | undefined;
}

/** A metric with its change and its days, drawn from figures that were loaded before. */
export function MetricFigureCard({ metric, figures, previous, className }: MetricFigureCardProps) {
  const { title, word, format } = metricLabels[metric];
  const direction = toDirection(figures);
  const isEmpty = hasNothingStored(figures);
  return (
    <Card role="group" title={<span className={styles.title}>{title}</span>} headingLevel={3} className={className}>
      <div className={styles.figures}>
        {isEmpty ? (
          <p className={styles.nothing}>No data available</p>
        ) : (
          <>
            <MetricValue figures={figures} format={format} isAbbreviated={format(1000) !== '1,000'} />
            <TrendChip
              direction={direction}
              state={figures.changeState}
              percentChange={figures.percentChange}
              explanation={trendSentence({
                word,
                direction,
                change: figures,
                comparison: figures.comparison,
                previous,
              })}
              values={comparedValues(figures, format)}
            />
          </>
        )}
      </div>
      <div className={styles.days}>
        <MetricDays series={figures.series} label={title} format={format} isLevel={metric === 'followers'} />
      </div>
      <TrendBar direction={direction} percentChange={figures.percentChange} muted={isEmpty} />
    </Card>
  );
}
