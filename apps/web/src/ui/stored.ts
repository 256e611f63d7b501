import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
// A browser may block storage; a choice then lasts as long as the page.
const unstored = new Map<string, string | null>();

/** Stores a choice in this browser; null removes it. */
export function remember(key: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    unstored.set(key, value);
  }
  for (const listener of listeners) listener();
}

export function recall(key: string): string | null {
  if (unstored.has(key)) return unstored.get(key) ?? null;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function subscribeToStored(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Returns a stored choice, following changes made in another tab. */
export function useStored(key: string): string | null {
  return useSyncExternalStore(
    subscribeToStored,
    () => recall(key),
    () => null,
  );
}
