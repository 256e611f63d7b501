import type { Evidence, PostsMetric } from '@tidemark/contract';
import { Link } from '@tanstack/react-router';
import { periodSearch } from '#web/features/periods/index.ts';
import { plural, wholeNumber } from '#web/platform/format.ts';
import styles from './evidence.module.css';

interface EvidencePostsProps {
  posts: NonNullable<Evidence['posts']>;
  metric: PostsMetric;
  format: (value: number) => string;
}

/** Lists the posts that a number adds up; each leads to its own numbers. */
export function EvidencePosts({ posts, metric, format }: EvidencePostsProps) {
  if (posts.listed.length === 0) return null;
  return (
    <section className={styles.evidence}>
      <h3 className={styles.heading}>Posts</h3>
      <ul className={styles.posts}>
        {posts.listed.map(({ accountId, mediaId, caption, value }) => (
          <li key={accountId + mediaId}>
            <Link
              to="/account/$id/post/$mediaId"
              params={{ id: accountId, mediaId }}
              search={(before) => ({ ...periodSearch(before), evidence: toPostMetric(metric) })}
              dir="auto"
            >
              {caption.trim() === '' ? 'Untitled Post' : caption}
            </Link>
            {metric !== 'published' && <span className="num">{value === null ? '–' : format(value)}</span>}
          </li>
        ))}
      </ul>
      {posts.omitted > 0 && (
        <p className={styles.missing}>
          {wholeNumber(posts.omitted)} smaller {plural(posts.omitted, 'post')} not listed. Choose a shorter range to see
          them.
        </p>
      )}
    </section>
  );
}

const moves: Partial<Record<PostsMetric, string>> = {
  tap_forward: 'taps_forward',
  tap_back: 'taps_back',
  swipe_forward: 'swipes_forward',
  tap_exit: 'exits',
  published: 'views',
};

const toPostMetric = (metric: PostsMetric) => moves[metric] ?? metric;
