import { drawnPage } from '#web/platform/drawn-page.ts';
import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';

/** Initial width of line charts. */
export const lineChartWidth = 340;

/** Keyed by initial width: similar charts are usually as wide as the last one, and then are drawn once, not twice. */
const lastWidths = new Map<number, number>();

/** Returns how wide charts with this initial width are; 0 if unknown. */
export const measuredWidth = (initial: number) =>
  lastWidths.get(initial) ?? ((initial === lineChartWidth && drawnPage()?.chartWidth) || 0);

/** Returns an element's width, updated on resize. */
export function useWidth(initial: number): [(element: HTMLElement | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(() => measuredWidth(initial) || initial);
  const ref = useCallback(
    (element: HTMLElement | null) => measure(element, initial, (measured) => flushSync(() => setWidth(measured))),
    [initial],
  );
  return [ref, width];
}

/** Ref for the placeholder of a line chart: the chart is then drawn once, in this width. */
export const lineChartPlaceholder = (element: HTMLElement | null) => measure(element, lineChartWidth);

function measure(element: HTMLElement | null, initial: number, onWidth?: (width: number) => void) {
  if (!element) return;
  // The browser calls this after layout and before paint: measuring here would force a second layout.
  const observer = new ResizeObserver(() => {
    const { clientWidth } = element;
    if (clientWidth === 0) return;
    lastWidths.set(initial, clientWidth);
    onWidth?.(clientWidth);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
