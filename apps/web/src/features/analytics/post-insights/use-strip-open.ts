import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from 'react';

/** Open while a mouse is over it, while the keyboard is in it, or until the handle is used again. */
export function useStripOpen() {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [pinned, setPinned] = useState(false);
  return {
    open: hovered || focused || pinned,
    pinned,
    togglePinned: () => setPinned(!pinned),
    close() {
      setPinned(false);
      setHovered(false);
      setFocused(false);
    },
    watch: {
      onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && setHovered(true),
      onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && setHovered(false),
      // A click focuses too, but leaves with the mouse: only the keyboard's focus holds the strip open.
      onFocus: ({ target }: FocusEvent<HTMLElement>) => setFocused(target.matches(':focus-visible')),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
        !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) && setFocused(false),
      onKeyDown(event: KeyboardEvent) {
        if (event.key !== 'Escape') return;
        setPinned(false);
        setHovered(false);
        setFocused(false);
      },
    },
  };
}
