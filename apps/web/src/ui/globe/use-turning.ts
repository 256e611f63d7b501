import { type RefObject, useEffect } from 'react';

const framesPerSecond = 30;

interface Turning {
  element: RefObject<Element | null>;
  turning: boolean;
  /** Called with the seconds since the last frame. */
  onFrame: (seconds: number) => void;
}

/** Thirty frames a second while the element is on the screen, none while nobody can see it. */
export function useTurning({ element, turning, onFrame }: Turning): void {
  useEffect(() => {
    const target = element.current;
    if (!target || !turning || typeof IntersectionObserver === 'undefined') return;
    let frame = 0;
    let before = 0;
    const step = (now: number) => {
      frame = requestAnimationFrame(step);
      // A little early rather than a frame late: screens tick at 60, seldom to the millisecond.
      if (now - before < 1000 / framesPerSecond - 4) return;
      const seconds = before ? Math.min(0.2, (now - before) / 1000) : 0;
      before = now;
      onFrame(seconds);
    };
    const stop = () => {
      cancelAnimationFrame(frame);
      frame = 0;
    };
    const seen = new IntersectionObserver(([entry]) => {
      stop();
      before = 0;
      if (entry?.isIntersecting) frame = requestAnimationFrame(step);
    });
    seen.observe(target);
    return () => {
      seen.disconnect();
      stop();
    };
  }, [element, turning, onFrame]);
}

export function prefersStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
