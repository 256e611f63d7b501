import type { MetricCard } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useAccounts, useShownAccounts } from '#web/features/accounts/index.ts';
import { dayLabel } from '#web/platform/format.ts';
import { useFirstSyncNote, useIsFilling } from '../first-sync.ts';
import { cardTexts, trendSentence } from '../metric-cards/card-texts.ts';
import { MetricCardFrame, MetricCardSkeleton } from '../metric-cards/metric-card-frame.tsx';
import { countDays } from '../period.ts';
import { useFailureToast } from '../use-failure-toast.ts';
import { usePeriod } from '../use-period.ts';
import { postActivity, postsByDay, withoutStories } from './post-activity.ts';
import { publishedQuery } from './published.query.ts';

const metric = 'post-activity';
const zero: MetricCard = { current: 0, previous: 0, percentChange: 0, change: 0, isApprox: false, series: [] };

/** How much was published, and whether that is more often than before. It needs both periods. */
export function PostActivityCard() {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const { isPending: accountsPending } = useAccounts();
  const note = useFirstSyncNote();
  const isFilling = useIsFilling();
  const current = useQuery(publishedQuery(accountIds, period));
  const previous = useQuery(publishedQuery(accountIds, { from: period.previousFrom, to: period.previousTo }));
  const error = current.error ?? previous.error;
  const { failure, nothing } = cardTexts[metric];
  useFailureToast(error, failure);

  if (error)
    return <MetricCardFrame metric={metric} figures={zero} direction="flat" explanation={failure} state="failed" />;
  if (accountIds.length === 0 && !accountsPending)
    return <MetricCardFrame metric={metric} figures={zero} direction="flat" explanation={nothing} state="nothing" />;
  if (!current.data || !previous.data) return <MetricCardSkeleton metric={metric} />;

  const refreshing = current.isFetching || previous.isFetching;
  const posts = withoutStories(current.data);
  const before = withoutStories(previous.data);
  if (posts.length === 0 && before.length === 0)
    return (
      <MetricCardFrame
        metric={metric}
        figures={zero}
        direction="flat"
        explanation={nothing}
        note={note}
        state="nothing"
        refreshing={refreshing}
      />
    );
  const activity = postActivity(posts.length, before.length, countDays(period));
  return (
    <MetricCardFrame
      metric={metric}
      figures={{
        current: activity.posts,
        previous: before.length,
        percentChange: activity.relative * 100,
        change: posts.length - before.length,
        // While the history is still being read, posts are missing.
        isApprox: isFilling,
        series: postsByDay(posts, period.days),
      }}
      direction={activity.direction}
      trend={activity.change}
      unit={`${activity.frequency.toFixed(1)} a day`}
      explanation={trendSentence({
        metric,
        direction: activity.direction,
        percentChange: activity.relative * 100,
        start: dayLabel(period.previousFrom),
        end: dayLabel(period.previousTo),
      })}
      state="value"
      refreshing={refreshing}
    />
  );
}
