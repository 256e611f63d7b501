import type { AccountMetric } from '@tidemark/contract';
import { breakdownLabels } from '#web/features/metrics/index.ts';
import { lineChartPlaceholder } from '#web/ui/charts/use-width.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import styles from './breakdown-card.module.css';
import partStyles from './breakdown-parts.module.css';

/** Placeholder for the total; `empty` if it could not be loaded. */
export function TotalSkeleton({ empty = false }: { empty?: boolean }) {
  return <div className={styles.total}>{!empty && <Skeleton width={148} height={30} />}</div>;
}

export function PartsSkeleton() {
  return (
    <>
      <div className={partStyles.kinds}>
        <Skeleton width={88} height={88} radius="50%" />
        <div className={partStyles.list}>
          <Skeleton width={150} height={14} />
          <Skeleton width={120} height={14} />
        </div>
      </div>
      <div className={partStyles.surfaces}>
        <Skeleton width={96} height={13} />
        <Skeleton height={14} />
        <Skeleton width="70%" height={14} />
      </div>
    </>
  );
}

export function useLinesHeight(): number {
  return useMedia('(width < 700px)') ? 196 : 216;
}

export function LinesSkeleton() {
  return <Skeleton ref={lineChartPlaceholder} height={useLinesHeight()} radius={14} />;
}

export function BreakdownCardSkeleton({ metric }: { metric: AccountMetric }) {
  const { title, sub } = breakdownLabels[metric];
  return (
    <Card title={title} sub={sub} className={styles.card} aria-busy="true">
      <div className={styles.split}>
        <div className={styles.days}>
          <TotalSkeleton />
          <LinesSkeleton />
        </div>
        <div className={styles.parts}>
          <PartsSkeleton />
        </div>
      </div>
    </Card>
  );
}
