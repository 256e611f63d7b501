import { ChevronDown } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import type { Side } from '#web/ui/floating.ts';
import { Menu, MenuItem } from '#web/ui/menu.tsx';

interface FormatMenuProps {
  format: string;
  options: readonly string[];
  side?: Side;
  onChange: (format: string) => void;
}

/** Filters a list by media format. */
export function FormatMenu({ format, options, side, onChange }: FormatMenuProps) {
  return (
    <Menu
      label="Format"
      side={side}
      trigger={(props) => (
        <Button size="small" {...props}>
          <span className="vh">Format: </span>
          {format}
          <ChevronDown size={15} aria-hidden="true" />
        </Button>
      )}
    >
      {options.map((option) => (
        <MenuItem key={option} checked={option === format} onSelect={() => onChange(option)}>
          {option}
        </MenuItem>
      ))}
    </Menu>
  );
}
