import { fewestPostsToAdvise } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useAccounts, useShownAccounts } from '#web/features/accounts/index.ts';
import { dayLabel, plural } from '#web/platform/format.ts';
import { addDays } from '../period.ts';
import { useFailureToast } from '../use-failure-toast.ts';
import { usePeriod, useToday } from '../use-period.ts';
import { InsightsCard } from './insights-card.tsx';
import { toAdvice } from './insight-words.ts';
import { opportunitiesQuery } from './insights.query.ts';
import styles from './post-insights.module.css';
import { useInsightsView } from './use-insights-view.ts';

/** Of the days up to the end of the range, or of the picked posts; nothing on too few. */
export function OpportunitiesCard() {
  const { to } = usePeriod();
  const yesterday = addDays(useToday(), -1);
  const accountIds = useShownAccounts();
  const accountsPending = useAccounts().isPending;
  const [{ picked }] = useInsightsView();
  const { data, error, isPending, isFetching } = useQuery(opportunitiesQuery(accountIds, to, picked));
  useFailureToast(error, null);

  const nobody = accountIds.length === 0;
  const told = nobody || error ? undefined : data;
  const advice = (told?.opportunities ?? []).map((one) =>
    toAdvice(one, { from: told?.from ?? null, to: told?.to ?? null, yesterday }),
  );
  return (
    <InsightsCard
      panel="opportunities"
      title="Opportunities to Test"
      sub="From your own history, with what it rests on"
      loading={nobody ? accountsPending : isPending && !error}
      refreshing={isFetching && !isPending}
      height={330}
      empty={
        advice.length > 0 ? null : 'No recommendations yet. Connect an account to start tracking media opportunities.'
      }
      why={told && tooFew(told.posts, told.to)}
    >
      <ul className={styles.advice}>
        {advice.map(({ title, text, evidence }) => (
          <li key={title}>
            <span className={styles.adviceSign} aria-hidden="true">
              <FlaskConical size={17} />
            </span>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
              <p className={styles.evidence}>{evidence}</p>
            </div>
          </li>
        ))}
      </ul>
    </InsightsCard>
  );
}

function tooFew(posts: number, to: string | null): string | null {
  if (posts >= fewestPostsToAdvise) return null;
  const there = to ? `the 90 days to ${dayLabel(to)} have ${posts}` : `${posts} ${plural(posts, 'is', 'are')} selected`;
  return `It takes ${fewestPostsToAdvise} posts to see a pattern: ${there}.`;
}
