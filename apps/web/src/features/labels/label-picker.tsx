import { type ReactNode } from 'react';
import { useMay } from '#web/platform/session/workspace.ts';
import { Popover, type TriggerProps } from '#web/ui/popover.tsx';
import type { LabelledPost } from './labels.query.ts';
import { lazyComponent } from '#web/ui/lazy-part.tsx';

const LabelChoice = lazyComponent(async () => (await import('./label-choice.tsx')).LabelChoice);

interface LabelPickerProps {
  title: string;
  posts: readonly LabelledPost[];
  /** Number of posts with each label, by label ID. */
  labelled: ReadonlyMap<string, number>;
  trigger: (props: TriggerProps) => ReactNode;
  /** Shown to those who may not change labels. */
  otherwise?: ReactNode;
}

/** Puts labels on posts by hand. */
export function LabelPicker({ title, posts, labelled, trigger, otherwise = null }: LabelPickerProps) {
  if (!useMay('editor')) return otherwise;
  return (
    <Popover label={title} trigger={trigger} sheetOnPhone>
      {(close) => <LabelChoice title={title} posts={posts} labelled={labelled} onLeave={close} />}
    </Popover>
  );
}
