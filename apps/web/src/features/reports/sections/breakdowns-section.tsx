import { breakdownLabels } from '#web/features/metrics/index.ts';
import { BreakdownParts, TotalFigure } from '#web/features/overview/index.ts';
import { Card } from '#web/ui/card.tsx';
import type { SectionOf, SectionProps } from './section-props.ts';
import styles from './report-sections.module.css';

/** Views, reach and interactions by surface, audience and kind. */
export function BreakdownsSection({ section }: SectionProps<SectionOf<'breakdowns'>>) {
  return (
    <div className={styles.thirds}>
      {section.metrics.map(({ metric, breakdown }) => {
        const { title, sub } = breakdownLabels[metric];
        return (
          <Card
            key={metric}
            role="group"
            title={title}
            sub={sub}
            headingLevel={3}
            className={`${styles.container} ${styles.whole}`}
          >
            <TotalFigure figure={breakdown} />
            <BreakdownParts metric={metric} breakdown={breakdown} />
          </Card>
        );
      })}
    </div>
  );
}
