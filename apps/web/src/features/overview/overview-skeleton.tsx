import { accountMetrics } from '@tidemark/contract';
import { NetworkIcon } from '#web/ui/network-icon.tsx';
import head from '#web/ui/page-head.module.css';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './analytics-page.module.css';
import { BreakdownCardSkeleton } from './breakdowns/breakdown-skeleton.tsx';
import mainStyles from './breakdowns/main-cards.module.css';
import { HeadlinePlaceholder } from './headline/headline-placeholder.tsx';
import { MetricCardSkeleton } from './metric-cards/metric-card-frame.tsx';
import { smallCards } from './small-cards.ts';

/** The Overview's first screen before anything is known but its accounts; `note` says what it waits for. */
export function OverviewSkeleton({ note }: { note: string }) {
  return (
    <div className={styles.page}>
      <header className={head.head} data-waiting>
        <div className={head.eyebrow}>
          <NetworkIcon network="instagram_account" size={15} />
          <p className={head.network}>Instagram</p>
          <span style={{ position: 'relative' }}>
            <span className={head.placeholder}>Compared with Nov 00, 2000 - Nov 00, 2000</span>
            <span style={{ position: 'absolute', inset: 0 }}>{note}</span>
          </span>
        </div>
        <HeadlinePlaceholder />
      </header>
      <div className={styles.small}>
        {smallCards.map((metric) => (
          <MetricCardSkeleton key={metric} metric={metric} />
        ))}
      </div>
      <div className={mainStyles.cards}>
        <Skeleton height={36} radius={12} className={mainStyles.choicePlace} />
        {accountMetrics.map((metric) => (
          <BreakdownCardSkeleton key={metric} metric={metric} />
        ))}
      </div>
    </div>
  );
}
