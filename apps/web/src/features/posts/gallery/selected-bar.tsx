import { maxPostsToCompare } from '@tidemark/contract';
import { SelectedPostsBar } from '#web/features/labels/index.ts';
import { Button } from '#web/ui/button.tsx';
import { type Gallery, toPostId } from './use-gallery.ts';

/** Actions for the selected posts: comparing and labelling. */
export function SelectedBar({ gallery: { view, show, posts } }: { gallery: Gallery }) {
  const { selected } = view;
  if (selected.length === 0) return null;
  const shown = new Set(posts.map(toPostId));
  return (
    <SelectedPostsBar
      posts={selected}
      elsewhere={selected.filter((post) => !shown.has(toPostId(post))).length}
      clear={() => show({ selected: [] })}
      max={maxPostsToCompare}
    >
      <Button
        size="small"
        variant="primary"
        disabled={selected.length < 2}
        title={selected.length < 2 ? 'Select another post' : undefined}
        onClick={() => show({ isComparing: true })}
      >
        Compare
      </Button>
    </SelectedPostsBar>
  );
}
