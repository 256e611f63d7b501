import { useFirstSyncNote } from '#web/features/metrics/index.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { PostsList } from './use-posts-list.ts';
import type { PostsView } from '../posts-view/use-posts-view.ts';
import { whenLabel } from './when-label.ts';

/** Explains why the list is empty. */
export function EmptyPosts({ view, show }: Pick<PostsList, 'view' | 'show'>) {
  const note = useFirstSyncNote();
  return (
    <EmptyState
      title="No posts to display"
      why={explainFilter(view) ?? note ?? 'Nothing was published or seen in this range. Try a longer range.'}
      action={view.query ? <Button onClick={() => show({ query: '' })}>Clear search</Button> : undefined}
    />
  );
}

/** Returns which filter leaves no posts; null without one. */
function explainFilter({ query, when, label, format }: PostsView): string | null {
  if (query) return `No captions contain “${query}”.`;
  if (when) return `Nothing on ${whenLabel(when)}.`;
  if (label) return 'No posts in this range have this label.';
  return format ? 'Try another format.' : null;
}
