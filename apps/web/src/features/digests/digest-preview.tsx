import { previewDigests, type Digest, type DigestSchedule } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { previewQuery } from './digests.query.ts';
import styles from './digests.module.css';

/** Previews past digests for this schedule, newest first. */
export function DigestPreview({ schedule }: { schedule: DigestSchedule }) {
  const [back, setBack] = useState(0);
  const { data, error, isFetching, refetch } = useQuery(previewQuery({ ...schedule, isOn: false }, back));
  return (
    <Card
      title="Preview"
      sub={back === 0 ? 'The latest digest of this schedule' : `${back} before the latest one`}
      tools={
        <div className={styles.steps}>
          <IconButton label="Earlier digest" disabled={back === previewDigests - 1} onClick={() => setBack(back + 1)}>
            <ChevronLeft size={18} aria-hidden="true" />
          </IconButton>
          <IconButton label="Later digest" disabled={back === 0} onClick={() => setBack(back - 1)}>
            <ChevronRight size={18} aria-hidden="true" />
          </IconButton>
        </div>
      }
    >
      {error ? (
        <LoadFailure title="Could not load the preview" error={error} isRetrying={isFetching} onRetry={refetch} />
      ) : !data ? (
        <Skeleton height={280} />
      ) : data.digest ? (
        <Shown digest={data.digest} />
      ) : (
        <EmptyState compact title="Nothing to report" why="No data for these days, so no mail is sent." />
      )}
    </Card>
  );
}

function Shown({ digest: { title, sentences, figures, note, posts } }: { digest: Digest }) {
  return (
    <article className={styles.digest}>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.sentences}>
        {sentences.map((sentence) => (
          <li key={sentence}>
            <bdi>{sentence}</bdi>
          </li>
        ))}
      </ul>
      <table className={styles.figures}>
        <tbody>
          {figures.map(({ label, value, change, direction }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className={styles.value}>{value}</td>
              <td className={direction ? styles[direction] : undefined}>
                {direction && (
                  <>
                    <span aria-hidden="true">{direction === 'up' ? '▲ ' : '▼ '}</span>
                    <span className="vh">{direction === 'up' ? 'up ' : 'down '}</span>
                  </>
                )}
                {change}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{note}</p>
      {posts.length > 0 && (
        <>
          <h4 className={styles.heading}>Most viewed new posts</h4>
          <ol className={styles.posts}>
            {posts.map((post) => (
              <li key={post.url}>
                <a href={post.url}>
                  <bdi>{post.title}</bdi>
                </a>
                <p className={styles.note}>{post.detail}</p>
              </li>
            ))}
          </ol>
        </>
      )}
    </article>
  );
}
