import { useSearch } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { useAccounts, useSelectedNetwork, useShownAccounts } from '#web/features/accounts/index.ts';
import { cardLabels, LinkedEvidence, usePhoneSection } from '#web/features/metrics/index.ts';
import { PostInsightsPage } from '#web/features/post-insights/index.ts';
import { postsSub, postsId } from '#web/features/posts/index.ts';
import { Card, type Collapse } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { CardBoundary } from '#web/ui/error-boundary.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';
import styles from './analytics-page.module.css';
import { panelId, tabId, useAnalyticsTabs } from './analytics-tabs.tsx';
import { MainCards } from './breakdowns/main-cards.tsx';
import { Headline } from './headline/headline.tsx';
import { useHasCards } from './headline/use-headline.ts';
import { closedHighlightsSub, highlightsSub } from './highlights/sub-labels.ts';
import { MetricCard } from './metric-cards/metric-card.tsx';
import { useKeyChart } from './metric-cards/use-key-chart.ts';
import { PostActivityCard } from './post-activity/post-activity-card.tsx';
import { smallCards } from './small-cards.ts';
import { lazyComponent } from '#web/ui/lazy-part.tsx';

const panels = () => import('./lower-panels.ts');
const DemographicsCard = lazyComponent(async () => (await panels()).DemographicsCard);
const ActivityCard = lazyComponent(async () => (await panels()).ActivityCard);
const PostsGrid = lazyComponent(async () => (await panels()).PostsGrid);
const HighlightsCard = lazyComponent(async () => (await panels()).HighlightsCard);

const KeyChart = lazyComponent(async () => (await import('./metric-cards/key-chart.tsx')).KeyChart);
const PartialOverview = lazyComponent(async () => (await panels()).loadPartialOverview());
const NoAccounts = lazyComponent(async () => (await panels()).NoAccounts);

interface OverviewParts {
  /** Further buttons. */
  actions?: ReactNode;
  /** Card before the main charts. */
  accounts?: ReactNode;
}

/** Renders the selected tab: the Overview is for everyone, and the other tab's code loads with it. */
export function AnalyticsPage(parts: OverviewParts) {
  const { tabs, tab } = useAnalyticsTabs();
  const accounts = useAccounts();
  const shown = useShownAccounts();
  const network = useSelectedNetwork();
  const nobody = shown.length === 0 && !accounts.isPending && network !== 'facebook_page';
  if (!tab) return <EmptyState title="No tabs are enabled" />;
  const content = nobody ? (
    <NoAccounts {...accounts} />
  ) : tab === 'overview' ? (
    <Overview {...parts} />
  ) : (
    <PostInsightsPage fallback={<PanelSkeleton title="Post Insights" place={styles.insightsPlace} />} />
  );
  if (tabs.length < 2) return content;
  return (
    <div role="tabpanel" id={panelId(tab)} aria-labelledby={tabId(tab)}>
      {content}
    </div>
  );
}

/** The selected accounts' Overview; Instagram's until they have loaded. */
function Overview(parts: OverviewParts) {
  const network = useSelectedNetwork() ?? 'instagram_account';
  return network === 'instagram_account' ? <InstagramOverview {...parts} /> : <PartialOverview {...parts} />;
}

function InstagramOverview({ actions, accounts }: OverviewParts) {
  const activity = usePhoneSection('activity');
  const highlights = usePhoneSection('highlights');
  const hasCards = useHasCards();
  const [chart, openChart] = useKeyChart();
  const evidence = useSearch({ strict: false, select: (search) => search.evidence });
  return (
    <div className={styles.page}>
      <SkipLink to={postsId}>Skip to posts</SkipLink>
      <Headline actions={actions} />
      <section className={styles.small} aria-label="Key metrics">
        {smallCards.map((metric) => (
          <CardBoundary key={metric} title={cardLabels[metric].title}>
            {metric === 'post-activity' ? <PostActivityCard /> : <MetricCard metric={metric} />}
          </CardBoundary>
        ))}
      </section>
      {chart && (
        <CardBoundary title={cardLabels[chart].title}>
          <KeyChart metric={chart} onClose={() => openChart(null)} fallback={<Skeleton height={376} radius={20} />} />
        </CardBoundary>
      )}
      {evidence && <LinkedEvidence name={evidence} />}
      {accounts && <CardBoundary title="Accounts">{accounts}</CardBoundary>}
      <MainCards ready={hasCards} />
      <div className={styles.posts} id={postsId} tabIndex={-1}>
        <LowerPanel
          Panel={PostsGrid}
          ready={hasCards}
          title="Instagram Posts"
          sub={postsSub}
          place={styles.postsPlace}
        />
        <LowerPanel
          Panel={DemographicsCard}
          ready={hasCards}
          title="Demographics"
          sub="Followers of the selected accounts"
          place={styles.demographicsPlace}
        />
      </div>
      <LowerPanel
        Panel={ActivityCard}
        ready={hasCards}
        title="Audience activity"
        sub="When posts were published, in your time zone"
        place={styles.activityPlace}
        collapse={activity}
      />
      <LowerPanel
        Panel={HighlightsCard}
        ready={hasCards}
        title="Recent media"
        sub={highlights?.open === false ? closedHighlightsSub : highlightsSub}
        place={styles.highlightsPlace}
        collapse={highlights}
      />
    </div>
  );
}

interface PanelSkeletonProps {
  title: string;
  sub?: string;
  /** Class that makes it as high as the card that replaces it. */
  place: string | undefined;
  collapse?: Collapse | null;
}

interface LowerPanelProps extends PanelSkeletonProps {
  ready: boolean;
  Panel: ComponentType<{ fallback: ReactNode }>;
}

/** Loads its code and data after those of the visible panels. */
function LowerPanel({ ready, Panel, ...skeleton }: LowerPanelProps) {
  const fallback = <PanelSkeleton {...skeleton} />;
  return (
    <div className={skeleton.collapse?.open === false ? undefined : styles.lower}>
      <CardBoundary title={skeleton.title}>
        <WhenNear ready={ready} fallback={fallback}>
          <Panel fallback={fallback} />
        </WhenNear>
      </CardBoundary>
    </div>
  );
}

function PanelSkeleton({ title, sub, place, collapse }: PanelSkeletonProps) {
  if (collapse?.open === false) return <Card title={title} sub={sub} collapse={collapse} />;
  return (
    <Card title={title} sub={sub} aria-busy="true" className={place}>
      <Skeleton height="auto" radius={14} className={styles.fill} />
    </Card>
  );
}
