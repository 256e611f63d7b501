import { drawnPage } from '#web/platform/drawn-page.ts';
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
    () => matchesDrawn(queryInPixels),
  );
}

/** Returns whether a media query matches the window for which the server has drawn the page. */
function matchesDrawn(queryInPixels: string): boolean {
  const [, limit] = /^\(width < (\d+)px\)$/.exec(queryInPixels) ?? [];
  return (drawnPage()?.width ?? Infinity) < Number(limit);
}

/** Returns whether a media query matches now. */
export function matchesMedia(queryInPixels: string): boolean {
  return window.matchMedia(toRem(queryInPixels)).matches;
}
