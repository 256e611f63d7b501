import { useEffect, useState } from 'react';

const toleranceInPixels = 8;

/** True after scrolling down, until the next scroll up or the end of the page. */
export function useHidesOnScroll(): boolean {
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    // Not measured before the first scroll: that would make the browser lay out a page that is still being drawn.
    let last: number | null = null;
    const look = () => {
      const { scrollY, innerHeight } = window;
      last ??= scrollY;
      const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - toleranceInPixels;
      if (Math.abs(scrollY - last) < toleranceInPixels && !isAtEnd) return;
      setHidden(scrollY > last && scrollY > innerHeight / 8 && !isAtEnd);
      last = scrollY;
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return isHidden;
}
