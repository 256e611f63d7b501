import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react';

const ahead = '80px 0px';
const patienceMilliseconds = 1_500;

interface WhenNearProps {
  fallback: ReactNode;
  /** True once visible content has loaded: renders the rest as well. */
  ready?: boolean;
  children: ReactNode;
}

/**
 * Prioritises visible content: renders when it is about to become visible, when the visible content has loaded, or at
 * the latest after a short delay; until then it shows a placeholder.
 */
export function WhenNear({ fallback, ready = false, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isDue, setDue] = useState(typeof IntersectionObserver === 'undefined');

  useEffect(() => {
    if (isDue || !place.current) return;
    const draw = () => drawInTurn(() => startTransition(() => setDue(true)));
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        draw();
      },
      { rootMargin: ahead },
    );
    observer.observe(place.current);
    const later = setTimeout(draw, ready ? 0 : patienceMilliseconds);
    return () => {
      observer.disconnect();
      clearTimeout(later);
    };
  }, [isDue, ready]);

  return isDue ? children : <div ref={place}>{fallback}</div>;
}

const due: (() => void)[] = [];

/**
 * Renders panels individually and in slices, with time for input and paint in between: a phone takes tens of
 * milliseconds per panel.
 */
function drawInTurn(draw: () => void) {
  due.push(draw);
  if (due.length === 1) setTimeout(drawNext);
}

function drawNext() {
  due[0]?.();
  due.shift();
  if (due.length > 0) setTimeout(drawNext);
}
