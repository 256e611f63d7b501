import { maxPostsAtOnce } from '@tidemark/contract';
import { Tag, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { plural } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { LabelPicker } from './label-picker.tsx';
import type { LabelledPost } from './labels.query.ts';
import styles from './selected-posts-bar.module.css';
import { usePostLabels } from './use-post-labels.ts';

interface SelectedPostsBarProps {
  posts: readonly LabelledPost[];
  /** Number of selected posts that are not on this page. */
  elsewhere: number;
  clear: () => void;
  /** Maximum number of selected posts. */
  max?: number;
  /** Buttons for more actions. */
  children?: ReactNode;
}

/** Actions for the selected posts. */
export function SelectedPostsBar({ posts, elsewhere, clear, max = maxPostsAtOnce, children }: SelectedPostsBarProps) {
  const { counts } = usePostLabels(posts);
  const count = `${posts.length} ${plural(posts.length, 'post')}`;
  return (
    <div className={styles.bar} role="group" aria-label="Selected posts">
      <output className={styles.count}>
        <b>{count} selected</b>
        {posts.length === max
          ? ', the maximum'
          : elsewhere > 0 && `, ${elsewhere === posts.length ? 'all' : elsewhere} on other pages`}
      </output>
      {children}
      <LabelPicker
        title={`Labels of the ${count}`}
        posts={posts}
        labelled={counts}
        trigger={(props) => (
          <Button size="small" icon={<Tag size={15} aria-hidden="true" />} {...props}>
            Labels
          </Button>
        )}
      />
      <Button size="small" icon={<X size={15} aria-hidden="true" />} onClick={clear}>
        Clear
      </Button>
    </div>
  );
}
