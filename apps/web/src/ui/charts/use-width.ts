import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';

/** An element's width, updated on resize. */
export function useWidth(initial: number): [(element: HTMLElement | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(initial);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    // The browser calls this after layout and before paint: measuring here would force a second layout.
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) flushSync(() => setWidth(element.clientWidth));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
