import type { MediaItem } from '@tidemark/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useWidth } from '#web/ui/charts/use-width.ts';
import styles from './media-strip.module.css';
import { StripCard } from './strip-card.tsx';

const narrowest = 160;
const widest = 220;
const gap = 10;
/** Cards rendered beyond the visible ones, so that scrolling shows no gaps. */
const overscan = 4;

interface StripListProps {
  media: readonly MediaItem[];
  picked: ReadonlySet<string>;
  onToggle: (id: string) => void;
  /** True if more items are available. */
  isMore: boolean;
  onEnd: () => void;
}

/** A virtualised row with thousands of cards; arrow keys move along it. */
export function StripList({ media, picked, onToggle, isMore, onEnd }: StripListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [box, boxWidth] = useWidth(1100);
  const [stop, setStop] = useState(0);
  const width = cardWidth(boxWidth);
  // oxlint-disable-next-line react/incompatible-library -- no part of it is passed to a memoized child
  const virtual = useVirtualizer({
    horizontal: true,
    count: media.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => media[index]?.mediaId ?? index,
    estimateSize: () => width,
    gap,
    overscan,
    // Rendered before the first measurement.
    initialRect: { width: boxWidth, height: 170 },
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  const at = Math.min(stop, Math.max(0, media.length - 1));

  useEffect(() => virtual.measure(), [virtual, width]);
  useEffect(() => {
    if (isMore && last >= media.length - 1 - overscan) onEnd();
  }, [isMore, last, media.length, onEnd]);

  function move(event: KeyboardEvent) {
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: media.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const to = Math.min(Math.max(0, next), media.length - 1);
    setStop(to);
    virtual.scrollToIndex(to);
    // The card may not be in the DOM before the container has scrolled.
    const focus = (tries: number) => {
      const card = list.current?.querySelector<HTMLElement>(`[data-index="${to}"]`);
      if (card) card.focus({ preventScroll: true });
      else if (tries > 0) requestAnimationFrame(() => focus(tries - 1));
    };
    focus(10);
  }

  return (
    <div ref={box} className={styles.box}>
      <div ref={scroller} className={styles.scroller}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the arrow keys of its cards */}
        <ul
          ref={list}
          className={styles.list}
          style={{ width: virtual.getTotalSize() }}
          aria-label="Media"
          onKeyDown={move}
        >
          {items.map(({ index, start, key }) => {
            const item = media[index];
            return (
              item && (
                <StripCard
                  key={key}
                  item={item}
                  position={index}
                  count={media.length}
                  selected={picked.has(item.mediaId)}
                  isStop={index === at || (at < (items[0]?.index ?? 0) && index === items[0]?.index)}
                  style={{ width, translate: `${start}px 0` }}
                  onToggle={() => {
                    setStop(index);
                    onToggle(item.mediaId);
                  }}
                />
              )
            );
          })}
        </ul>
      </div>
    </div>
  );
}

/** Returns a width between 160 and 220, so that a partly visible card hints at more. */
export function cardWidth(room: number): number {
  const fit = Math.max(1, Math.round((room - narrowest / 2) / (narrowest + gap)));
  return Math.round(Math.min(widest, Math.max(narrowest, (room - narrowest / 2) / fit - gap)));
}
