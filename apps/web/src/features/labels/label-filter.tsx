import type { PostLabel } from '@tidemark/contract';
import { ChevronDown } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { LabelDot } from './label-chip.tsx';

const allLabels = 'All labels';

interface LabelFilterProps {
  labels: readonly PostLabel[];
  /** ID of the chosen label. */
  label: string | null;
  onChange: (label: string | null) => void;
}

/** Filters a list of posts by a label. */
export function LabelFilter({ labels, label, onChange }: LabelFilterProps) {
  return (
    <Menu
      label="Label"
      trigger={(props) => (
        <Button size="small" {...props}>
          <span className="vh">Label: </span>
          <bdi>{labels.find(({ id }) => id === label)?.name ?? allLabels}</bdi>
          <ChevronDown size={15} aria-hidden="true" />
        </Button>
      )}
    >
      <MenuItem checked={label === null} onSelect={() => onChange(null)}>
        {allLabels}
      </MenuItem>
      {labels.map(({ id, name, color }) => (
        <MenuItem key={id} icon={<LabelDot color={color} />} checked={id === label} onSelect={() => onChange(id)}>
          <bdi>{name}</bdi>
        </MenuItem>
      ))}
    </Menu>
  );
}
