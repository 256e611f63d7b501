import { FormatsCard } from './formats-card.tsx';
import { InsightsHead } from './insights-head.tsx';
import { MediaStrip } from './media-strip.tsx';
import { MetricTiles } from './metric-tiles.tsx';
import { OpportunitiesCard } from './opportunities-card.tsx';
import { PerformanceCard } from './performance-card.tsx';
import styles from './post-insights.module.css';
import { ProfileCard } from './profile-card.tsx';
import { RingsCard } from './rings-card.tsx';
import { TopPostCard } from './top-post-card.tsx';
import { TopPostsCard } from './top-posts-card.tsx';
import { useInsights } from './use-insights.ts';

/** The performance of single posts: those selected in the strip at the bottom, or all of the range. */
export function PostInsightsPage() {
  const insights = useInsights();
  return (
    <div className={styles.page}>
      <InsightsHead {...insights} />
      <MetricTiles {...insights} />
      <div className={styles.lead}>
        <TopPostCard {...insights} />
        <PerformanceCard {...insights} />
      </div>
      <div className={styles.thirds}>
        <RingsCard {...insights} />
        <FormatsCard {...insights} />
        <ProfileCard {...insights} />
      </div>
      <div className={styles.last}>
        <TopPostsCard {...insights} />
        <OpportunitiesCard />
      </div>
      <MediaStrip />
    </div>
  );
}
