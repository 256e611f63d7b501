import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';

/** The width of an element, kept up to date. */
export function useWidth(initial: number): [(element: HTMLElement | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(initial);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    // Told by the browser after it has laid the page out and before it paints: asked here, it would have to lay out twice.
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) flushSync(() => setWidth(element.clientWidth));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
