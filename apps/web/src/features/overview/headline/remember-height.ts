import { remember } from '#web/ui/stored.ts';

// index.html reads the same key before the first paint.
const key = 'tidemark-headline';

/** Ref for the headline: until its figures arrive, it stays as high as it was, also at this browser's next visit. */
export function rememberHeight(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return;
  const observer = new ResizeObserver(() => {
    const height = element.offsetHeight;
    element.style.setProperty('--headline-height', `${height}px`);
    remember(key, `${window.location.pathname} ${window.innerWidth} ${height}`);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
