import { lazy, type ReactNode, Suspense } from 'react';
import { Popover, type TriggerProps } from '#web/ui/popover.tsx';
import type { LabelledPost } from './labels.query.ts';

const LabelChoice = lazy(async () => ({ default: (await import('./label-choice.tsx')).LabelChoice }));

interface LabelPickerProps {
  title: string;
  posts: readonly LabelledPost[];
  /** How many of the posts have a label, by its ID. */
  labelled: ReadonlyMap<string, number>;
  trigger: (props: TriggerProps) => ReactNode;
}

/** Puts labels on posts by hand. */
export function LabelPicker({ title, posts, labelled, trigger }: LabelPickerProps) {
  return (
    <Popover label={title} trigger={trigger} sheetOnPhone>
      {(close) => (
        <Suspense>
          <LabelChoice title={title} posts={posts} labelled={labelled} onLeave={close} />
        </Suspense>
      )}
    </Popover>
  );
}
