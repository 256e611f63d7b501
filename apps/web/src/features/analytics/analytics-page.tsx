import { accountMetrics } from '@tidemark/contract';
import styles from './analytics-page.module.css';
import { BreakdownCard } from './breakdowns/breakdown-card.tsx';
import { Headline } from './headline/headline.tsx';
import { MetricCard } from './metric-cards/metric-card.tsx';
import type { SmallCardMetric } from './metric-cards/small-card-metric.ts';
import { PostsGrid } from './posts/posts-grid.tsx';

const smallCards: SmallCardMetric[] = [
  'followers',
  'engagement-rate',
  'conversion-rate',
  'virality-score',
  'engaged-audience',
];

/** The Overview of the accounts that are shown. */
export function AnalyticsPage() {
  return (
    <div className={styles.page}>
      <Headline network="instagram_account" title="Instagram" />
      <section className={styles.small} aria-label="Key figures">
        {smallCards.map((metric) => (
          <MetricCard key={metric} metric={metric} />
        ))}
      </section>
      <div className={styles.middle}>
        {accountMetrics.map((metric) => (
          <BreakdownCard key={metric} metric={metric} />
        ))}
      </div>
      <PostsGrid />
    </div>
  );
}
