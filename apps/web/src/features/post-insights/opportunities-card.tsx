import { minPostsForRecommendations } from '@tidemark/contract';
import { addDays } from '@tidemark/contract/calendar-day';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import { dayLabel, plural } from '#web/platform/format.ts';
import { InsightsCard } from './insights-card.tsx';
import { toAdvice } from '@tidemark/presentation';
import { useFailureToast } from '#web/features/metrics/index.ts';
import { usePeriod, useToday } from '#web/features/periods/index.ts';
import { opportunitiesQuery } from './insights.query.ts';
import styles from './opportunities.module.css';
import { TestThis } from './test-this.tsx';
import { useInsightsView } from './use-insights-view.ts';

/** Based on the days up to the end of the range, or on the selected posts; empty for too few posts. */
export function OpportunitiesCard({ height = 330 }: { height?: number }) {
  const { to } = usePeriod();
  const yesterday = addDays(useToday(), -1);
  const accountIds = useShownAccounts();
  const [{ picked }] = useInsightsView();
  const { data, error, isPending, isFetching, refetch } = useQuery(opportunitiesQuery(accountIds, to, picked));
  useFailureToast(error, null);

  const reported = error ? undefined : data;
  const advice = (reported?.opportunities ?? []).map((opportunity) => ({
    opportunity,
    ...toAdvice(opportunity, { from: reported?.from ?? null, to: reported?.to ?? null, yesterday }),
  }));
  return (
    <InsightsCard
      panel="opportunities"
      title="Opportunities to Test"
      sub="From your own posts, with the evidence"
      loading={isPending && !error}
      refreshing={isFetching && !isPending}
      failed={error !== null}
      retry={() => void refetch()}
      height={height}
      empty={
        advice.length > 0
          ? null
          : accountIds.length > 0
            ? 'No recommendations yet.'
            : 'No recommendations yet. Connect an account to start tracking media opportunities.'
      }
      why={reported && explainNone(reported.posts, reported.to)}
    >
      <ul className={styles.advice}>
        {advice.map(({ title, text, evidence, disproof, opportunity }) => (
          <li key={title}>
            <span className={styles.adviceSign} aria-hidden="true">
              <FlaskConical size={17} />
            </span>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
              <p className={styles.evidence}>{evidence}</p>
              <p className={styles.evidence}>{disproof}</p>
              <TestThis title={title} opportunity={opportunity} />
            </div>
          </li>
        ))}
      </ul>
    </InsightsCard>
  );
}

function explainNone(posts: number, to: string | null): string {
  if (posts >= minPostsForRecommendations) return 'No significant differences between these posts.';
  const there = to ? `the 90 days to ${dayLabel(to)} have ${posts}` : `${posts} ${plural(posts, 'is', 'are')} selected`;
  return `At least ${minPostsForRecommendations} posts are needed to find a pattern: ${there}.`;
}
