import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './choice-menu.module.css';
import type { Align, Side } from './floating.ts';
import { Menu, MenuItem } from './menu.tsx';

interface ChoiceMenuProps<Value> {
  /** The name of the choice, such as 'Format'. */
  label: string;
  /** Text before the chosen option; by default, `label` is only read out. */
  prefix?: ReactNode;
  value: Value;
  options: readonly { value: Value; name: string; icon?: ReactNode }[];
  side?: Side;
  align?: Align;
  onChange: (value: Value) => void;
}

/** A button that names the chosen option, and opens a menu of all. A single option is only named. */
export function ChoiceMenu<Value extends string | number | null>({
  label,
  prefix = <span className="vh">{label}: </span>,
  value,
  options,
  side,
  align,
  onChange,
}: ChoiceMenuProps<Value>) {
  const chosen = <bdi>{options.find((option) => option.value === value)?.name}</bdi>;
  if (options.length < 2) return chosen;
  return (
    <Menu
      label={label}
      side={side}
      align={align}
      trigger={(props) => (
        <Button size="small" className={styles.choice} {...props}>
          {prefix}
          {chosen}
          <ChevronDown size={15} aria-hidden="true" />
        </Button>
      )}
    >
      {options.map((option) => (
        <MenuItem
          key={String(option.value)}
          icon={option.icon}
          checked={option.value === value}
          onSelect={() => onChange(option.value)}
        >
          <bdi>{option.name}</bdi>
        </MenuItem>
      ))}
    </Menu>
  );
}
