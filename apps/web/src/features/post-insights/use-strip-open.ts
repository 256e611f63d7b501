import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from 'react';

/** Open while hovered, while it has keyboard focus, or until the handle is clicked again. */
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
      // A click also focuses but ends with the pointer leaving: only keyboard focus makes the strip stay open.
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
