import type { AccountMetric } from '@tidemark/contract';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './breakdown-card.module.css';
import { breakdownLabels } from './breakdown-labels.ts';

export function PartsSkeleton() {
  return (
    <>
      <div className={styles.top}>
        <Skeleton width={132} height={132} radius="50%" />
        <div className={styles.legend}>
          <Skeleton width="80%" height={14} />
          <Skeleton width="60%" height={14} />
        </div>
      </div>
      <div className={styles.surfaces}>
        <Skeleton width={96} height={13} />
        <Skeleton height={14} />
        <Skeleton width="70%" height={14} />
      </div>
    </>
  );
}

export function LinesSkeleton() {
  return <Skeleton height={216} radius={14} />;
}

export function BreakdownCardSkeleton({ metric }: { metric: AccountMetric }) {
  const { title, sub } = breakdownLabels[metric];
  return (
    <Card title={title} sub={sub} className={styles.card} aria-busy="true">
      <div className={styles.split}>
        <div className={styles.parts}>
          <PartsSkeleton />
        </div>
        <div className={styles.days}>
          <LinesSkeleton />
        </div>
      </div>
    </Card>
  );
}
