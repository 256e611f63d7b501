import { CardBoundary } from '#web/ui/error-boundary.tsx';
import { Page } from '#web/ui/page.tsx';
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

/** Performance of individual posts: those selected in the strip at the bottom, or all in the range. */
export function PostInsightsPage() {
  const insights = useInsights();
  return (
    <Page isWide className={styles.page}>
      <InsightsHead {...insights} />
      <CardBoundary title="Metrics">
        <MetricTiles {...insights} />
      </CardBoundary>
      <div className={styles.lead}>
        <CardBoundary title="Top Post">
          <TopPostCard {...insights} />
        </CardBoundary>
        <CardBoundary title="Post Performance">
          <PerformanceCard {...insights} />
        </CardBoundary>
      </div>
      <div className={styles.thirds}>
        <CardBoundary title="Post Interaction Breakdown">
          <RingsCard {...insights} />
        </CardBoundary>
        <CardBoundary title="Format Performance">
          <FormatsCard {...insights} />
        </CardBoundary>
        <CardBoundary title="Profile Activity">
          <ProfileCard {...insights} />
        </CardBoundary>
      </div>
      <div className={styles.last}>
        <CardBoundary title="Top Performing Posts">
          <TopPostsCard {...insights} />
        </CardBoundary>
        <CardBoundary title="Opportunities to Test">
          <OpportunitiesCard />
        </CardBoundary>
      </div>
      <MediaStrip />
    </Page>
  );
}
