import type { PostLabel } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { periodSearch } from '#web/features/periods/index.ts';
import { LabelDot } from './label-chip.tsx';
import styles from './label-choice.module.css';
import { type LabelledPost, labelsQuery } from './labels.query.ts';
import { useLabelPosts } from './use-label-posts.ts';

interface LabelChoiceProps {
  title: string;
  posts: readonly LabelledPost[];
  /** Number of posts with each label, by label ID. */
  labelled: ReadonlyMap<string, number>;
  onLeave: () => void;
}

/** Puts manual labels on posts, or removes them. */
export function LabelChoice({ title, posts, labelled, onLeave }: LabelChoiceProps) {
  const { data, error } = useQuery(labelsQuery);
  const change = useLabelPosts(posts);
  const byHand = data?.labels.filter(({ rule }) => rule === null) ?? [];
  return (
    <div className={styles.choice}>
      <p className={styles.title}>{title}</p>
      {error ? (
        <p className={styles.note}>Could not load your labels.</p>
      ) : (
        data && byHand.length === 0 && <p className={styles.note}>You have no manual labels.</p>
      )}
      {byHand.map((label) => (
        <Option
          key={label.id}
          label={label}
          // Shows the user's choice until the server has answered.
          count={
            change.isPending && change.variables.label.id === label.id
              ? change.variables.labelled
                ? posts.length
                : 0
              : (labelled.get(label.id) ?? 0)
          }
          of={posts.length}
          isBusy={change.isPending}
          onChange={(isOn) => change.mutate({ label, labelled: isOn })}
        />
      ))}
      <Link to="/labels" search={periodSearch} className={styles.manage} onClick={onLeave}>
        {byHand.length === 0 ? 'Create a label' : 'Manage labels'}
      </Link>
    </div>
  );
}

interface OptionProps {
  label: PostLabel;
  count: number;
  of: number;
  isBusy: boolean;
  onChange: (isOn: boolean) => void;
}

function Option({ label, count, of, isBusy, onChange }: OptionProps) {
  const isMixed = count > 0 && count < of;
  return (
    <label className={styles.option}>
      <input
        type="checkbox"
        checked={count === of}
        ref={(box) => {
          if (box) box.indeterminate = isMixed;
        }}
        // Stays focusable while a change is under way.
        aria-disabled={isBusy || undefined}
        onChange={({ target }) => {
          if (!isBusy) onChange(target.checked);
        }}
      />
      <LabelDot color={label.color} />
      <bdi className={styles.name}>{label.name}</bdi>
    </label>
  );
}
