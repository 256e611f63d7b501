import { MetricFigureCard } from '#web/features/overview/index.ts';
import type { SectionOf, SectionProps } from './section-props.ts';
import styles from './report-sections.module.css';

/** Each metric with its change and its bars by day. */
export function MetricsSection({ section: { cards, published }, content }: SectionProps<SectionOf<'metrics'>>) {
  const figures = [...cards, { metric: 'post-activity' as const, card: published }];
  return (
    <div className={styles.cards}>
      {figures.map(({ metric, card }) => (
        <MetricFigureCard
          key={metric}
          metric={metric}
          figures={card}
          previous={content.previous}
          className={styles.metric}
        />
      ))}
    </div>
  );
}
