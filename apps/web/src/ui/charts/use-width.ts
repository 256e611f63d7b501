import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';

/** Keyed by initial width: similar charts are usually as wide as the last one, and then are drawn once, not twice. */
const lastWidths = new Map<number, number>();

/** Returns an element's width, updated on resize. */
export function useWidth(initial: number): [(element: HTMLElement | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(() => lastWidths.get(initial) ?? initial);
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      // The browser calls this after layout and before paint: measuring here would force a second layout.
      const observer = new ResizeObserver(() => {
        const { clientWidth } = element;
        if (clientWidth === 0) return;
        lastWidths.set(initial, clientWidth);
        flushSync(() => setWidth(clientWidth));
      });
      observer.observe(element);
      return () => observer.disconnect();
    },
    [initial],
  );
  return [ref, width];
}
