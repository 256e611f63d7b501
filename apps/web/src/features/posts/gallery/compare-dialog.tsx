import type { GalleryPost } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { displayName, useAccounts, useShownAccounts } from '#web/features/accounts/index.ts';
import { periodSearch, usePeriod } from '#web/features/periods/index.ts';
import { capitalize, dateLabel } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PostPicture } from '../post-picture.tsx';
import styles from './compare-dialog.module.css';
import { formatName, galleryMetricNames, postTitle, timesText, usualText, valueText } from './gallery-copy.ts';
import { selectedPostsQuery } from './gallery.query.ts';
import { type GalleryView, toMetric } from './gallery-search.ts';
import { toPostId } from './use-gallery.ts';
import type { ShowGallery } from './use-gallery-view.ts';

/** Compares the selected posts: a column for each, a row for each metric. */
export function CompareDialog({ view, show }: { view: GalleryView; show: ShowGallery }) {
  const accountIds = useShownAccounts();
  const { data, error, refetch } = useQuery(
    selectedPostsQuery(view.isComparing ? view.selected : [], view, accountIds, usePeriod()),
  );
  const places = new Map(view.selected.map((post, index) => [toPostId(post), index]));
  const posts = data?.posts.toSorted(
    (one, other) => (places.get(toPostId(one)) ?? 0) - (places.get(toPostId(other)) ?? 0),
  );
  return (
    <Dialog open={view.isComparing} title="Compare posts" width="large" onClose={() => show({ isComparing: false })}>
      {error ? (
        <EmptyState
          title="Could not load the posts"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      ) : !posts ? (
        <Skeleton height={480} radius={16} />
      ) : posts.length === 0 ? (
        <EmptyState
          title="These posts are not stored"
          why="They were deleted, or their account is not selected."
          action={<Button onClick={() => show({ isComparing: false, selected: [] })}>Clear the selection</Button>}
        />
      ) : (
        <ComparisonTable posts={posts} view={view} />
      )}
    </Dialog>
  );
}

function ComparisonTable({ posts, view }: { posts: readonly GalleryPost[]; view: GalleryView }) {
  const { accounts } = useAccounts();
  const metric = toMetric(view);
  const hasSeveralAccounts = new Set(posts.map(({ accountId }) => accountId)).size > 1;
  const ownerName = ({ accountId }: GalleryPost) => {
    const account = accounts.find(({ _id }) => _id === accountId);
    return account ? displayName(account) : '';
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must reach its tooltip or scroll area
    <div className={styles.scroller} tabIndex={0} role="region" aria-label="Comparison">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">Metric</span>
            </th>
            {posts.map((post) => (
              <th key={toPostId(post)} scope="col">
                <PostPicture source={post.pictureUrl} mediaType={post.mediaType} className={styles.picture} />
                <Link
                  to="/account/$id/post/$mediaId"
                  params={{ id: post.accountId, mediaId: post.mediaId }}
                  search={periodSearch}
                  className={styles.title}
                  dir="auto"
                >
                  {postTitle(post)}
                </Link>
                <span className={styles.facts}>
                  {capitalize(formatName(post.mediaType))} · {dateLabel(post.timestamp)}
                  {hasSeveralAccounts && (
                    <>
                      {' · '}
                      <bdi>{ownerName(post)}</bdi>
                    </>
                  )}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.metrics.map((one) => (
            <tr key={one}>
              <th scope="row">{galleryMetricNames[one]}</th>
              {posts.map((post) => (
                <Value
                  key={toPostId(post)}
                  text={valueText(one, post.metrics[one])}
                  isBest={isBest(
                    post.metrics[one],
                    posts.map(({ metrics }) => metrics[one]),
                  )}
                />
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{galleryMetricNames[metric]} × median</th>
            {posts.map((post) => (
              <Value
                key={toPostId(post)}
                text={post.timesUsual === null ? '—' : timesText(post.timesUsual)}
                title={usualText(post, metric)}
                isBest={isBest(
                  post.timesUsual,
                  posts.map(({ timesUsual }) => timesUsual),
                )}
              />
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function Value({ text, isBest: isMarked, title }: { text: string; isBest: boolean; title?: string }) {
  return (
    <td title={title} data-best={isMarked || undefined}>
      {isMarked ? (
        <>
          <b>{text}</b> <span className={styles.best}>best</span>
        </>
      ) : (
        text
      )}
    </td>
  );
}

/** Returns whether a value is the highest among at least two that differ. */
export function isBest(value: number | null, all: readonly (number | null)[]): boolean {
  const known = all.flatMap((one) => one ?? []);
  return value !== null && new Set(known).size > 1 && value === Math.max(...known);
}
