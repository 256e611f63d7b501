import type { PostLabel } from '@tidemark/contract';
import { ChoiceMenu } from '#web/ui/choice-menu.tsx';
import { LabelDot } from './label-chip.tsx';

interface LabelFilterProps {
  labels: readonly PostLabel[];
  /** ID of the chosen label. */
  label: string | null;
  onChange: (label: string | null) => void;
}

/** Filters a list of posts by a label. */
export function LabelFilter({ labels, label, onChange }: LabelFilterProps) {
  return (
    <ChoiceMenu
      label="Label"
      value={label}
      options={[
        { value: null, name: 'All labels' },
        ...labels.map(({ id, name, color }) => ({ value: id, name, icon: <LabelDot color={color} /> })),
      ]}
      onChange={onChange}
    />
  );
}
