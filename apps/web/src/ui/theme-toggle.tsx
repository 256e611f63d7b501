import { Contrast, Moon, Sun } from 'lucide-react';
import { useTheme } from './appearance.ts';
import { IconButton } from './icon-button.tsx';
import { Popover } from './popover.tsx';
import { lazyPart } from './lazy-part.tsx';

const ThemeItems = lazyPart(async () => (await import('./theme-items.tsx')).ThemeItems);

/** Light, dark or system; the animated background can be paused as well. */
export function ThemeToggle() {
  const Icon = { light: Sun, dark: Moon, system: Contrast }[useTheme()];
  return (
    <Popover
      label="Appearance"
      kind="menu"
      trigger={(props) => (
        <IconButton label="Appearance" {...props}>
          <Icon size={19} aria-hidden="true" />
        </IconButton>
      )}
    >
      {(close) => <ThemeItems close={close} />}
    </Popover>
  );
}
