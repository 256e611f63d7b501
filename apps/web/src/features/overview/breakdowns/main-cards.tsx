import { type AccountMetric, accountMetrics } from '@tidemark/contract';
import { useState } from 'react';
import { breakdownLabels } from '#web/features/metrics/index.ts';
import { CardBoundary } from '#web/ui/error-boundary.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { WhenNear } from '#web/ui/when-near.tsx';
import { BreakdownCard } from './breakdown-card.tsx';
import { BreakdownCardSkeleton } from './breakdown-skeleton.tsx';
import styles from './main-cards.module.css';

const options = accountMetrics.map((value) => ({ value, label: breakdownLabels[value].title }));

/** Views, Reach and Interactions: side by side, or one at a time on a phone. `ready` once what is above them has loaded. */
export function MainCards({ ready }: { ready: boolean }) {
  const isPhone = useMedia('(width < 700px)');
  const [chosen, choose] = useState<AccountMetric>('views');
  const shown = isPhone ? [chosen] : accountMetrics;
  return (
    <div className={styles.cards}>
      {isPhone && <Segmented label="Metric" value={chosen} options={options} onChange={choose} />}
      {shown.map((metric) => (
        <CardBoundary key={metric} title={breakdownLabels[metric].title}>
          <WhenNear ready={ready} atOnce={ready} fallback={<BreakdownCardSkeleton metric={metric} />}>
            <BreakdownCard metric={metric} />
          </WhenNear>
        </CardBoundary>
      ))}
    </div>
  );
}
