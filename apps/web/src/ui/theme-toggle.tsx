import { Contrast, Moon, Pause, Play, Sun } from 'lucide-react';
import { setAuroraStill, setTheme, useAuroraStill, useTheme } from './appearance.ts';
import { IconButton } from './icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from './menu.tsx';

/** Light, dark or system; the animated background can be paused as well. */
export function ThemeToggle() {
  const theme = useTheme();
  const still = useAuroraStill();
  const Icon = { light: Sun, dark: Moon, system: Contrast }[theme];
  return (
    <Menu
      label="Appearance"
      trigger={(props) => (
        <IconButton label="Appearance" {...props}>
          <Icon size={19} aria-hidden="true" />
        </IconButton>
      )}
    >
      <MenuItem icon={<Sun size={17} />} checked={theme === 'light'} onSelect={() => setTheme('light')}>
        Light
      </MenuItem>
      <MenuItem icon={<Moon size={17} />} checked={theme === 'dark'} onSelect={() => setTheme('dark')}>
        Dark
      </MenuItem>
      <MenuItem icon={<Contrast size={17} />} checked={theme === 'system'} onSelect={() => setTheme('system')}>
        System
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={still ? <Play size={17} /> : <Pause size={17} />} onSelect={() => setAuroraStill(!still)}>
        {still ? 'Animate background' : 'Pause background'}
      </MenuItem>
    </Menu>
  );
}
