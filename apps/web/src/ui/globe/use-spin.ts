import { type RefObject, useEffect } from 'react';

const framesPerSecond = 30;

interface Turning {
  element: RefObject<Element | null>;
  turning: boolean;
  /** Called with the seconds since the last frame. */
  onFrame: (seconds: number) => void;
}

/** Runs thirty frames a second while the element is visible, none otherwise. */
export function useSpin({ element, turning, onFrame }: Turning): void {
  useEffect(() => {
    const target = element.current;
    if (!target || !turning || typeof IntersectionObserver === 'undefined') return;
    let frame = 0;
    let pause: ReturnType<typeof setTimeout> | undefined;
    let before = 0;
    const step = (now: number) => {
      // Waits between frames: requesting all sixty of the screen's frames would cost twice as much.
      pause = setTimeout(() => (frame = requestAnimationFrame(step)), 1000 / framesPerSecond - 10);
      const seconds = before ? Math.min(0.2, (now - before) / 1000) : 0;
      before = now;
      onFrame(seconds);
    };
    const stop = () => {
      clearTimeout(pause);
      cancelAnimationFrame(frame);
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

export function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
