import type { MetricCard, OverviewMetric, ReportContent } from '@tidemark/contract';
import { hasNothingStored, toDirection, metricLabels } from '@tidemark/presentation';
import { Card } from '#web/ui/card.tsx';
import { comparedValues, trendSentence } from '../metric-cards/card-labels.ts';
import card from '../metric-cards/metric-card.module.css';
import { MetricDays, MetricValue, TrendBar } from '../metric-cards/metric-figures.tsx';
import { TrendChip } from '../metric-cards/trend-chip.tsx';
import type { SectionOf, SectionProps } from './section-props.ts';
import styles from './report-sections.module.css';

/** Each metric with its change and its bars by day. */
export function MetricsSection({ section: { cards, published }, content }: SectionProps<SectionOf<'metrics'>>) {
  return (
    <div className={styles.cards}>
      {cards.map(({ metric, card: figures }) => (
        <MetricFigureCard key={metric} metric={metric} figures={figures} previous={content.previous} />
      ))}
      <MetricFigureCard metric="post-activity" figures={published} previous={content.previous} />
    </div>
  );
}

interface MetricFigureCardProps {
  metric: OverviewMetric;
  figures: MetricCard;
  previous: ReportContent['previous'];
}

function MetricFigureCard({ metric, figures, previous }: MetricFigureCardProps) {
  const { title, word, format } = metricLabels[metric];
  const direction = toDirection(figures);
  const isEmpty = hasNothingStored(figures);
  return (
    <Card role="group" title={<span className={card.title}>{title}</span>} headingLevel={3} className={styles.metric}>
      <div className={card.figures}>
        {isEmpty ? (
          <p className={card.nothing}>No data available</p>
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
      <div className={card.days}>
        <MetricDays series={figures.series} label={title} format={format} isLevel={metric === 'followers'} />
      </div>
      <TrendBar direction={direction} percentChange={figures.percentChange} muted={isEmpty} />
    </Card>
  );
}
