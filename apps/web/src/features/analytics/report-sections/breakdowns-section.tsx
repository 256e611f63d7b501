import { Card } from '#web/ui/card.tsx';
import breakdownCard from '../breakdowns/breakdown-card.module.css';
import { breakdownLabels } from '../breakdowns/breakdown-labels.ts';
import { BreakdownParts } from '../breakdowns/breakdown-parts.tsx';
import { TotalFigure } from '../breakdowns/breakdown-total.tsx';
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
            className={`${breakdownCard.card} ${styles.whole}`}
          >
            <TotalFigure figure={breakdown} />
            <BreakdownParts metric={metric} breakdown={breakdown} />
          </Card>
        );
      })}
    </div>
  );
}
