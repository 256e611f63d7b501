import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react';
import { whenIdle } from '#web/platform/when-idle.ts';
import { firstMove } from './first-move.ts';

interface WhenNearProps {
  fallback: ReactNode;
  /** False until visible content has loaded. */
  ready?: boolean;
  /** Draws it with the first render if it has loaded by then. */
  atOnce?: boolean;
  children: ReactNode;
}

/**
 * Draws what is visible. The rest waits until it comes near, or until the user has done something and the browser is
 * idle: a slow processor would draw panels that the user may never see.
 */
export function WhenNear({ fallback, ready = true, atOnce = false, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isDue, setDue] = useState(atOnce);

  useEffect(() => {
    if (isDue || !place.current) return;
    const draw = () => drawInTurn(() => startTransition(() => setDue(true)));
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        draw();
      },
      { rootMargin: '80px' },
    );
    observer.observe(place.current);
    if (ready) void firstMove.then(() => whenIdle(draw));
    return () => observer.disconnect();
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
