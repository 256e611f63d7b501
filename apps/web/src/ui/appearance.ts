import { useSyncExternalStore } from 'react';
import { remember, subscribeToStored, useStored } from './stored.ts';

type Theme = 'light' | 'dark' | 'system';

// index.html and sign-in-redirect.html read the same key before the first paint.
const themeKey = 'tidemark-theme';
const stillKey = 'tidemark-still';
function currentTheme(): Theme {
  const set = document.documentElement.dataset['theme'];
  return set === 'light' || set === 'dark' ? set : 'system';
}

export function setTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  remember(themeKey, theme === 'system' ? null : theme);
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribeToStored, currentTheme, () => 'system');
}

export function setAuroraStill(still: boolean) {
  remember(stillKey, still ? 'yes' : null);
}

export function useAuroraStill(): boolean {
  return useStored(stillKey) === 'yes';
}
