import { accountMetrics, fullReportSections, reportSectionKinds } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { networkNames, useNetworkMetrics, useSelectedNetwork, useShownAccounts } from '#web/features/accounts/index.ts';
import { ExportMenu } from '#web/features/exports/index.ts';
import { breakdownLabels, cardLabels, LinkedEvidence, useFirstSyncNote } from '#web/features/metrics/index.ts';
import { spanLabel, usePeriod } from '#web/features/periods/index.ts';
import { CountedPosts, postsId } from '#web/features/posts/index.ts';
import { plural, wholeNumber } from '#web/platform/format.ts';
import { CardBoundary } from '#web/ui/error-boundary.tsx';
import { NetworkIcon } from '#web/ui/network-icon.tsx';
import { PageFigure, PageHead, PageLede, PagePlaceholder, PageSentence } from '#web/ui/page-head.tsx';
import { SkipLink } from '#web/ui/skip-link.tsx';
import styles from './analytics-page.module.css';
import { CountCard } from './breakdowns/count-card.tsx';
import { MetricCard } from './metric-cards/metric-card.tsx';
import { metricCardQuery } from './metric-cards/metric-card.query.ts';
import { PostActivityCard } from './post-activity/post-activity-card.tsx';
import { usePostActivity } from './post-activity/use-post-activity.ts';
import { smallCards } from './small-cards.ts';

/** The Overview of a network that has only some metrics, or none: whatever needs others does not exist. */
export function PartialOverview({ accounts, actions }: { accounts?: ReactNode; actions?: ReactNode }) {
  const network = useSelectedNetwork();
  const cards = useNetworkMetrics()?.cards;
  const evidence = useSearch({ strict: false, select: (search) => search.evidence });
  if (!network) return null;
  // A Facebook page has only its name to show.
  if (!cards)
    return (
      <div className={styles.page}>
        <PageHead icon={<NetworkIcon network={network} size={15} />} title={networkNames[network]} />
      </div>
    );
  const has = (metric: (typeof cards)[number]) => cards.includes(metric);
  return (
    <div className={styles.page}>
      <SkipLink to={postsId}>Skip to posts</SkipLink>
      <PartialHead actions={actions} />
      <section className={styles.small} aria-label="Key metrics">
        {smallCards.filter(has).map((metric) => (
          <CardBoundary key={metric} title={cardLabels[metric].title}>
            {metric === 'post-activity' ? (
              <PostActivityCard />
            ) : (
              <MetricCard
                metric={metric}
                why={
                  metric === 'followers'
                    ? `Counted since the account was linked: ${networkNames[network]} keeps no history of followers.`
                    : undefined
                }
              />
            )}
          </CardBoundary>
        ))}
      </section>
      {evidence && <LinkedEvidence name={evidence} />}
      {accounts && <CardBoundary title="Accounts">{accounts}</CardBoundary>}
      {accountMetrics.filter(has).map((metric) => (
        <CardBoundary key={metric} title={breakdownLabels[metric].title}>
          <CountCard metric={metric} />
        </CardBoundary>
      ))}
      <div id={postsId} tabIndex={-1}>
        <CardBoundary title="Posts">
          <CountedPosts />
        </CardBoundary>
      </div>
    </div>
  );
}

/** Says how many interactions the posts got. */
function PartialHead({ actions }: { actions: ReactNode }) {
  const period = usePeriod();
  const note = useFirstSyncNote();
  const network = useSelectedNetwork();
  const { data, error } = useQuery(metricCardQuery('total_interactions', useShownAccounts(), period));
  const { activity, error: failure } = usePostActivity();
  if (!network) return null;
  const posts = activity?.posts ?? 0;
  return (
    <PageHead
      icon={<NetworkIcon network={network} size={15} />}
      title={networkNames[network]}
      detail={<span>{spanLabel(period)}</span>}
      actions={
        <>
          {actions}
          <ExportMenu
            title="Overview"
            sections={['metrics', 'breakdowns', 'days', 'posts', 'activity', 'names']}
            document={{
              page: 'report',
              title: networkNames[network],
              sections: reportSectionKinds.filter((kind) => kind !== 'accounts' && !fullReportSections.includes(kind)),
            }}
            isLabelled
          />
        </>
      }
    >
      {(error ?? failure) ? (
        <PageSentence>Could not load these metrics.</PageSentence>
      ) : !data || !activity ? (
        <PagePlaceholder>1,204 interactions in this range, with 12 posts.</PagePlaceholder>
      ) : (
        <PageSentence>
          <PageFigure>{wholeNumber(data.current)}</PageFigure> {plural(data.current, 'interaction')} in this range, with{' '}
          {wholeNumber(posts)} {plural(posts, 'post')}.
        </PageSentence>
      )}
      {note && <PageLede>{note}. Cards fill in as days arrive, newest first.</PageLede>}
    </PageHead>
  );
}
