export type Side = 'top' | 'bottom' | 'left' | 'right';
export type Align = 'start' | 'center' | 'end';

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
  width: number;
  height: number;
}
interface Placing {
  anchor: Box;
  size: { width: number; height: number };
  view: { width: number; height: number };
  side: Side;
  align: Align;
  gap: number;
}

/** Positions a floating box inside the window, flipping it to the other side if necessary. */
export function placeFloating({ anchor, size, view, side, align, gap }: Placing): { left: number; top: number } {
  const margin = 8;
  const actual = flipped({ anchor, size, view, side, gap, margin });
  const along = (start: number, length: number, own: number) =>
    align === 'start' ? start : align === 'end' ? start + length - own : start + (length - own) / 2;
  const wanted =
    actual === 'top' || actual === 'bottom'
      ? {
          left: along(anchor.left, anchor.width, size.width),
          top: actual === 'top' ? anchor.top - gap - size.height : anchor.bottom + gap,
        }
      : {
          left: actual === 'left' ? anchor.left - gap - size.width : anchor.right + gap,
          top: along(anchor.top, anchor.height, size.height),
        };
  return {
    left: Math.round(Math.max(margin, Math.min(wanted.left, view.width - size.width - margin))),
    top: Math.round(Math.max(margin, Math.min(wanted.top, view.height - size.height - margin))),
  };
}

function flipped({ anchor, size, view, side, gap, margin }: Omit<Placing, 'align'> & { margin: number }): Side {
  const room: Record<Side, number> = {
    top: anchor.top - gap - margin - size.height,
    bottom: view.height - anchor.bottom - gap - margin - size.height,
    left: anchor.left - gap - margin - size.width,
    right: view.width - anchor.right - gap - margin - size.width,
  };
  const opposite: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };
  return room[side] < 0 && room[opposite[side]] > room[side] ? opposite[side] : side;
}

export function placeAt(floating: HTMLElement, anchor: Element, side: Side, align: Align, gap: number): void {
  const { left, top } = placeFloating({
    anchor: anchor.getBoundingClientRect(),
    size: { width: floating.offsetWidth, height: floating.offsetHeight },
    view: { width: document.documentElement.clientWidth, height: window.innerHeight },
    side,
    align,
    gap,
  });
  floating.style.left = `${left}px`;
  floating.style.top = `${top}px`;
}
