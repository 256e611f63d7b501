import { useSyncExternalStore } from 'react';

type Theme = 'light' | 'dark' | 'system';

// index.html and sign-in-redirect.html read the same key before the first paint.
const themeKey = 'tidemark-theme';
const stillKey = 'tidemark-still';
const listeners = new Set<() => void>();

function remember(key: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // A browser may block storage; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

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
  return useSyncExternalStore(subscribe, currentTheme);
}

export function setAuroraStill(still: boolean) {
  remember(stillKey, still ? 'yes' : null);
}

export function useAuroraStill(): boolean {
  return useSyncExternalStore(subscribe, () => read(stillKey) === 'yes');
}
