import { Tag } from 'lucide-react';
import { LabelDot } from './label-chip.tsx';
import { LabelPicker } from './label-picker.tsx';
import type { LabelledPost } from './labels.query.ts';
import styles from './post-labels-line.module.css';
import type { PostLabels } from './use-post-labels.ts';

const dotsShown = 3;

/** Shows a post's labels as dots; a click lists them by name, for those who may change them. */
export function PostLabelsButton({ post, labels }: { post: LabelledPost; labels: PostLabels }) {
  const own = labels.of(post);
  const names = own.map(({ name }) => name).join(', ');
  const dots = own.slice(0, dotsShown).map(({ id, color }) => <LabelDot key={id} color={color} />);
  const title = own.length > 0 ? `Labels of this post: ${names}` : 'Label this post';
  return (
    <LabelPicker
      title="Labels of this post"
      posts={[post]}
      labelled={new Map(own.map(({ id }) => [id, 1]))}
      trigger={(props) => (
        <button type="button" className={styles.button} title={title} {...props}>
          {dots}
          <Tag size={14} aria-hidden="true" data-control />
          <span className="vh">{title}</span>
        </button>
      )}
      otherwise={
        own.length > 0 && (
          <span className={styles.dots} title={title}>
            {dots}
            <span className="vh">{title}</span>
          </span>
        )
      }
    />
  );
}
