import type { AccountId } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CallError } from '#web/platform/failed-call.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { CardBoundary } from '#web/ui/error-boundary.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CurveCard } from './curve-card.tsx';
import { FiguresCard } from './figures-card.tsx';
import { PostHead } from './post-head.tsx';
import styles from './post-page.module.css';
import { postQuery } from './post.query.ts';
import { RankingCard } from './ranking-card.tsx';
import { ScoresCard } from './scores-card.tsx';
import { usePostMetrics } from './use-post-metrics.ts';
import { StoryDayCard } from './story-parts.tsx';

/** One post: its content, how it did for its age, and how the posts around it did. */
export function PostPage({ accountId, mediaId }: { accountId: AccountId; mediaId: string }) {
  const { data, error, isPending, refetch } = useQuery(postQuery(accountId, mediaId));
  const { has } = usePostMetrics(accountId);

  if (isPending) return <PostSkeleton />;
  if (!data) {
    const isUnknown = error instanceof CallError && error.code === 'media_not_found';
    return (
      <Card>
        <EmptyState
          title={isUnknown ? 'This post is not stored.' : 'Could not load the post'}
          why={isUnknown ? 'It may have been deleted or is not synced yet.' : null}
          action={
            isUnknown ? (
              <Link to="/account/$id" params={{ id: accountId }} className={buttonClass('primary')}>
                Open the account
              </Link>
            ) : (
              <Button onClick={() => void refetch()}>Try again</Button>
            )
          }
        />
      </Card>
    );
  }
  return (
    <div className={styles.page}>
      <PostHead data={data} />
      {data.post.mediaType === 'story' ? (
        <CardBoundary title="That day">
          <StoryDayCard post={data.post} />
        </CardBoundary>
      ) : (
        <>
          <CardBoundary title="Over time">
            <CurveCard data={data} />
          </CardBoundary>
          <CardBoundary title="Scores">
            <ScoresCard data={data} />
          </CardBoundary>
        </>
      )}
      <CardBoundary title="Metrics">
        <FiguresCard data={data} />
      </CardBoundary>
      {data.ranking.length > 0 && has('views') && (
        <CardBoundary title="Beside it">
          <RankingCard data={data} />
        </CardBoundary>
      )}
    </div>
  );
}

function PostSkeleton() {
  return (
    <div className={styles.page} aria-busy="true">
      <div className={styles.head}>
        <Skeleton className={styles.picture} radius={14} />
        <div className={styles.words}>
          <Skeleton height={16} width="40%" radius={8} />
          <Skeleton height={72} radius={12} />
          <Skeleton height={48} width="80%" radius={12} />
        </div>
      </div>
      <div className={styles.curve}>
        <Skeleton height={420} radius={20} />
      </div>
      <div className={styles.scores}>
        <Skeleton height={420} radius={20} />
      </div>
    </div>
  );
}
