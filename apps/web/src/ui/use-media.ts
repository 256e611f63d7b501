import { toRem } from './to-rem.ts';
import { useCallback, useSyncExternalStore } from 'react';

/**
 * Returns whether a media query matches, updated on change; false on the server. Pixels are converted to rem, as in the
 * stylesheets.
 */
export function useMedia(queryInPixels: string): boolean {
  const query = toRem(queryInPixels);
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** Returns whether a media query matches now. */
export function matchesMedia(queryInPixels: string): boolean {
  return window.matchMedia(toRem(queryInPixels)).matches;
}
