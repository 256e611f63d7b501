import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** A pointer that only passes by loads nothing. */
const dwellMillis = 60;

/**
 * Returns handlers for controls that change the page's search parameters: pointing at or focusing one requests the data,
 * as for links.
 */
export function usePreload() {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  return (search: Record<string, unknown>) => {
    const stop = () => clearTimeout(timer.current);
    const start = () => {
      stop();
      timer.current = setTimeout(
        () =>
          void router.preloadRoute({
            to: '.',
            search: (before: Record<string, unknown>) => ({ ...before, ...search }),
          }),
        dwellMillis,
      );
    };
    return { onPointerEnter: start, onPointerLeave: stop, onFocus: start, onBlur: stop };
  };
}
