import { Tag } from 'lucide-react';
import { LabelChip } from './label-chip.tsx';
import { LabelPicker } from './label-picker.tsx';
import type { LabelledPost } from './labels.query.ts';
import styles from './post-labels-line.module.css';
import type { PostLabels } from './use-post-labels.ts';

interface PostLabelsLineProps {
  post: LabelledPost;
  labels: PostLabels;
}

/** A post's labels, and the button that changes them. */
export function PostLabelsLine({ post, labels }: PostLabelsLineProps) {
  const own = labels.of(post);
  return (
    <span className={styles.line}>
      {own.map((label) => (
        <LabelChip key={label.id} label={label} />
      ))}
      <LabelPicker
        title="Labels of this post"
        posts={[post]}
        labelled={new Map(own.map(({ id }) => [id, 1]))}
        trigger={(props) => (
          <button type="button" className={styles.button} {...props}>
            <Tag size={14} aria-hidden="true" />
            Label this post
          </button>
        )}
      />
    </span>
  );
}
