import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './activity-card.module.css';

export function ActivitySkeleton() {
  return (
    <div className={styles.split} aria-hidden="true">
      <div className={styles.days}>
        <Skeleton width={90} height={14} />
        <Skeleton height={322} radius={14} className={styles.grows} />
      </div>
      <div className={styles.hours}>
        <Skeleton width={90} height={14} />
        <Skeleton height={336} radius={14} className={styles.grows} />
      </div>
      <div className={styles.names}>
        <Skeleton height={84} radius={14} />
        <Skeleton height={216} />
        <Skeleton height={42} />
        <Skeleton height={42} />
      </div>
    </div>
  );
}
