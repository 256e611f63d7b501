import { useFirstSyncNote } from '#web/features/metrics/index.ts';
import { plural } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, ProgressLine } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './gallery-page.module.css';
import { hasFilters, noFilters } from './gallery-search.ts';
import { PostCalendar } from './post-calendar.tsx';
import { PostList } from './post-list.tsx';
import { PostTiles } from './post-tiles.tsx';
import type { Gallery } from './use-gallery.ts';
import { useGallerySelection } from './use-gallery-selection.ts';

const skeletonTiles = 12;

/** The posts in the chosen layout, or why there are none. */
export function GalleryPosts({ gallery }: { gallery: Gallery }) {
  const { view, posts, summary, error, isPending, isRefreshing, isMore, isLoadingMore, loadMore, retry } = gallery;
  const selection = useGallerySelection(gallery);
  const { layout, pick } = view;

  if (error)
    return (
      <Card>
        <EmptyState title="Could not load the posts" action={<Button onClick={retry}>Try again</Button>} />
      </Card>
    );
  if (layout === 'calendar') return <PostCalendar gallery={gallery} />;
  if (isPending || !summary) return <TilesSkeleton />;
  if (posts.length === 0)
    return (
      <Card>
        <NoPosts gallery={gallery} />
      </Card>
    );
  return (
    <div className={styles.result} aria-busy={isRefreshing}>
      {isRefreshing && <ProgressLine />}
      {pick === 'worst' && (
        <p className={styles.note}>
          Posts under 48 hours old are left out
          {summary.young > 0 && `: ${summary.young} ${plural(summary.young, 'post')}`}.
        </p>
      )}
      {layout === 'grid' ? (
        <PostTiles gallery={gallery} selection={selection} />
      ) : (
        <PostList gallery={gallery} selection={selection} />
      )}
      {isMore && (
        <Button className={styles.more} busy={isLoadingMore} busyLabel="Loading..." onClick={loadMore}>
          Show more
        </Button>
      )}
    </div>
  );
}

function NoPosts({ gallery: { view, show, summary } }: { gallery: Gallery }) {
  const note = useFirstSyncNote();
  if (hasFilters(view))
    return (
      <EmptyState
        title="No posts match these filters"
        action={<Button onClick={() => show(noFilters)}>Clear filters</Button>}
      />
    );
  if (view.pick !== null && summary && summary.published > 0)
    return (
      <EmptyState
        title={view.pick === 'worst' ? 'No post is 48 hours old yet' : 'No post has a value yet'}
        action={<Button onClick={() => show({ pick: null })}>Show all posts</Button>}
      />
    );
  return (
    <EmptyState
      title="No posts in this range"
      why={note ?? 'Choose a longer range. Posts appear here with the first sync after publishing.'}
    />
  );
}

function TilesSkeleton() {
  return (
    <div className={styles.tiles} aria-busy="true">
      {Array.from({ length: skeletonTiles }, (_, index) => (
        <Skeleton key={index} height="auto" radius={16} className={styles.tileSkeleton} />
      ))}
    </div>
  );
}
