import type { StoryOfDay } from '@tidemark/contract';
import type { PostData } from '@tidemark/presentation';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ExplainedFigure } from '#web/features/metrics/index.ts';
import { periodSearch } from '#web/features/periods/index.ts';
import { gridNumber, wholeNumber } from '#web/platform/format.ts';
import { timeLabel } from '#web/platform/instant-labels.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { Card } from '#web/ui/card.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PostPicture } from '../post-picture.tsx';
import { storyDayQuery } from './post.query.ts';
import { describeDay, describeReach } from './story-sentence.ts';
import { PostEvidenceButton } from './post-evidence-button.tsx';
import { Neighbours } from './neighbours.tsx';
import styles from './story-parts.module.css';

type Post = PostData['post'];

const counts = [
  ['reach', 'Reached'],
  ['replies', 'Replies'],
  ['taps_forward', 'Forward'],
  ['taps_back', 'Back'],
  ['swipes_forward', 'Next account'],
  ['exits', 'Left'],
] as const;

const countMeaning = 'Total at the last sync';

/** Lists a story's counts as the day shows them. */
function listCounts(story: StoryOfDay | undefined): ExplainedFigure[] {
  return counts.map(([key, name]) => ({
    key,
    name,
    text: story?.[key] === null || story === undefined ? 'not reported' : wholeNumber(story[key]),
    meaning: countMeaning,
  }));
}

/** The sentence at the top of a story's page. */
export function StorySentence({ post }: { post: Post }) {
  const { data } = useQuery(storyDayQuery(post.accountId, post.mediaId));
  const story = data?.stories.find(({ mediaId }) => mediaId === post.mediaId);
  if (!data || !story) return <>&nbsp;</>;
  return <>{describeReach(story, data, serverNow().getTime())}</>;
}

/** The stories of the day in their order: how many people each reached, and how they moved on. */
export function StoryDayCard({ post }: { post: Post }) {
  const { data, error, isFetching, refetch } = useQuery(storyDayQuery(post.accountId, post.mediaId));
  const place = data?.stories.findIndex(({ mediaId }) => mediaId === post.mediaId) ?? 0;
  return (
    <Card
      title="That day"
      sub={data && describeDay(post.mediaId, data)}
      tools={
        data && (
          <>
            <Neighbours
              label="Stories of the day"
              accountId={post.accountId}
              previous={data.stories[place - 1]?.mediaId}
              next={data.stories[place + 1]?.mediaId}
            />
            <PostEvidenceButton post={post} figures={listCounts(data.stories[place])} />
          </>
        )
      }
      className={styles.card}
      data-panel="story-day"
    >
      {data ? (
        <ol className={styles.stories}>
          {data.stories.map((story, index) => (
            <StoryRow
              key={story.mediaId}
              story={story}
              place={index + 1}
              isCurrent={story.mediaId === post.mediaId}
              mostReach={Math.max(...data.stories.map(({ reach }) => reach ?? 0))}
            />
          ))}
        </ol>
      ) : error ? (
        <LoadFailure title="Could not load the day’s stories" error={error} isRetrying={isFetching} onRetry={refetch} />
      ) : (
        <Skeleton height={180} radius={14} />
      )}
    </Card>
  );
}

interface StoryRowProps {
  story: StoryOfDay;
  place: number;
  isCurrent: boolean;
  mostReach: number;
}

function StoryRow({ story, place, isCurrent, mostReach }: StoryRowProps) {
  return (
    <li>
      <Link
        to="/account/$id/post/$mediaId"
        params={{ id: story.accountId, mediaId: story.mediaId }}
        search={periodSearch}
        className={styles.story}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <PostPicture source={story.thumbnailUrl} mediaType="story" className={styles.picture} />
        <span className={styles.time}>
          <b>Story {place}</b> {timeLabel(story.timestamp)}
        </span>
        <span className={styles.track} aria-hidden="true">
          {story.reach !== null && mostReach > 0 && <span style={{ width: `${(100 * story.reach) / mostReach}%` }} />}
        </span>
        <span className={styles.counts}>
          {counts.map(([key, name]) => (
            <span key={key}>
              <span className={styles.name}>{name}</span> <b>{story[key] === null ? '—' : gridNumber(story[key])}</b>
            </span>
          ))}
        </span>
      </Link>
    </li>
  );
}
