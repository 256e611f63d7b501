import { Contrast, Moon, Pause, Play, Sun } from 'lucide-react';
import { setAuroraStill, setTheme, useAuroraStill, useTheme } from './appearance.ts';
import { MenuContent, MenuItem, MenuSeparator } from './menu.tsx';

export function ThemeItems({ close }: { close: () => void }) {
  const theme = useTheme();
  const still = useAuroraStill();
  return (
    <MenuContent close={close}>
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
    </MenuContent>
  );
}
