import { accountMetrics } from '@tidemark/contract';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { useAccounts, useSelectedNetwork, useShowAllAccounts, useShownAccounts } from '#web/features/accounts/index.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';
import styles from './analytics-page.module.css';
import { panelId, tabId, useAnalyticsTabs } from './analytics-tabs.tsx';
import { BreakdownCard } from './breakdowns/breakdown-card.tsx';
import { BreakdownCardSkeleton } from './breakdowns/breakdown-skeleton.tsx';
import { Headline } from './headline/headline.tsx';
import { MetricCard } from './metric-cards/metric-card.tsx';
import type { SmallCardMetric } from './metric-cards/small-card-metric.ts';
import { PostActivityCard } from './post-activity/post-activity-card.tsx';
import { PostsGrid } from './posts/posts-grid.tsx';

const smallCards: SmallCardMetric[] = [
  'followers',
  'engagement-rate',
  'conversion-rate',
  'virality-score',
  'engaged-audience',
];

const panels = () => import('./audience-panels.ts');
const DemographicsCard = lazy(async () => ({ default: (await panels()).DemographicsCard }));
const ActivityCard = lazy(async () => ({ default: (await panels()).ActivityCard }));
const HighlightsCard = lazy(async () => ({ default: (await panels()).HighlightsCard }));

const PostInsightsPage = lazy(async () => ({
  default: (await import('./post-insights/post-insights-page.tsx')).PostInsightsPage,
}));

/** The selected tab: the Overview is for everyone, and the code of the other tab loads with it. */
export function AnalyticsPage() {
  const { tabs, tab } = useAnalyticsTabs();
  const accounts = useAccounts();
  const shown = useShownAccounts();
  const network = useSelectedNetwork();
  const nobody = shown.length === 0 && !accounts.isPending && network !== 'facebook_page';
  if (!tab) return <EmptyState title="No tabs are enabled" />;
  const content = nobody ? (
    <NoAccounts {...accounts} />
  ) : tab === 'overview' ? (
    <Overview />
  ) : (
    <Suspense fallback={<PanelSkeleton title="Post Insights" height={640} />}>
      <PostInsightsPage />
    </Suspense>
  );
  if (tabs.length < 2) return content;
  return (
    <div role="tabpanel" id={panelId(tab)} aria-labelledby={tabId(tab)}>
      {content}
    </div>
  );
}

/**
 * One message instead of an empty state in every card. It observes no query: each new observer of the failed account list
 * would load it again and replace the message.
 */
function NoAccounts({ accounts, error, refetch }: ReturnType<typeof useAccounts>) {
  const showAll = useShowAllAccounts();
  const hasAccounts = accounts.length > 0;
  return (
    <div className={styles.page}>
      <h1 className="vh">Instagram</h1>
      <Card>
        {hasAccounts ? (
          <EmptyState
            title="No accounts selected."
            why="Turn on an account to see its numbers."
            action={
              <Button variant="primary" onClick={showAll}>
                Show all accounts
              </Button>
            }
          />
        ) : error ? (
          <EmptyState
            title="Could not load accounts."
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          />
        ) : (
          <EmptyState
            title="No accounts linked yet."
            why="Link an Instagram account, and its numbers appear here."
            action={
              <Link to="/account/add" className={buttonClass('primary')}>
                Link an account
              </Link>
            }
          />
        )}
      </Card>
    </div>
  );
}

/** The Overview of the selected accounts. A Facebook page has only its name to show. */
function Overview() {
  const network = useSelectedNetwork();
  if (network === 'facebook_page')
    return (
      <div className={styles.page}>
        <Headline network="facebook_page" title="Facebook" />
      </div>
    );
  return (
    <div className={styles.page}>
      <Headline network="instagram_account" title="Instagram" />
      <section className={styles.small} aria-label="Key metrics">
        {smallCards.map((metric) => (
          <MetricCard key={metric} metric={metric} />
        ))}
        <PostActivityCard />
      </section>
      <div className={styles.middle}>
        {accountMetrics.map((metric) => (
          <WhenNear key={metric} fallback={<BreakdownCardSkeleton metric={metric} />}>
            <BreakdownCard metric={metric} />
          </WhenNear>
        ))}
      </div>
      <div className={styles.posts}>
        <WhenNear fallback={<PanelSkeleton title="Instagram Posts" height={520} />}>
          <PostsGrid />
        </WhenNear>
        <LowerPanel fallback={<PanelSkeleton title="Demographics" height={480} />}>
          <DemographicsCard />
        </LowerPanel>
      </div>
      <LowerPanel fallback={<PanelSkeleton title="Audience activity" height={276} />}>
        <ActivityCard />
      </LowerPanel>
      <LowerPanel fallback={<PanelSkeleton title="Recent media" height={356} />}>
        <HighlightsCard />
      </LowerPanel>
    </div>
  );
}

/** Loads its code and its data after those of the visible panels. */
function LowerPanel({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return (
    <WhenNear fallback={fallback}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </WhenNear>
  );
}

function PanelSkeleton({ title, height }: { title: string; height: number }) {
  return (
    <Card title={title} aria-busy="true">
      <Skeleton height={height} radius={14} />
    </Card>
  );
}
