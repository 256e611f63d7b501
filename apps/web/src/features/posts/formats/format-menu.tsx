import { ChoiceMenu } from '#web/ui/choice-menu.tsx';
import type { Side } from '#web/ui/floating.ts';

interface FormatMenuProps {
  format: string;
  options: readonly string[];
  side?: Side;
  onChange: (format: string) => void;
}

/** Filters a list by media format. */
export function FormatMenu({ format, options, ...menu }: FormatMenuProps) {
  return (
    <ChoiceMenu label="Format" value={format} options={options.map((name) => ({ value: name, name }))} {...menu} />
  );
}
