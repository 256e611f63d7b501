import { useEffect, useRef, useState, type ReactNode } from 'react';

const ahead = '80px 0px';
const patienceMilliseconds = 1_500;

/**
 * Prioritises visible content: renders when it is about to become visible, or after a short delay otherwise; until then
 * it shows a placeholder.
 */
export function WhenNear({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isDue, setDue] = useState(typeof IntersectionObserver === 'undefined');

  useEffect(() => {
    if (isDue || !place.current) return;
    const draw = () => drawInTurn(() => setDue(true));
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        draw();
      },
      { rootMargin: ahead },
    );
    observer.observe(place.current);
    const later = setTimeout(draw, patienceMilliseconds);
    return () => {
      observer.disconnect();
      clearTimeout(later);
    };
  }, [isDue]);

  return isDue ? children : <div ref={place}>{fallback}</div>;
}

const due: (() => void)[] = [];

/** One at a time, with time for input and paint in between: a phone renders a panel in tens of milliseconds. */
function drawInTurn(draw: () => void) {
  due.push(draw);
  if (due.length === 1) setTimeout(drawNext);
}

function drawNext() {
  due[0]?.();
  due.shift();
  if (due.length > 0) setTimeout(drawNext);
}
