import { type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { placeAt, type Side } from './floating.ts';
import styles from './tooltip.module.css';

interface TooltipProps {
  text: ReactNode;
  side?: Side;
  /** False if the text only repeats its child's accessible name. */
  describes?: boolean;
  /** True for a child whose only purpose is to explain: tapping it shows the text as well. */
  opensOnClick?: boolean;
  /** A single element. To be reachable by keyboard it must be focusable (`tabIndex={0}` on a span). */
  children: ReactNode;
}

export function Tooltip({ text, side = 'top', describes = true, opensOnClick = false, children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    const hide = () => setOpen(false);
    document.addEventListener('keydown', close);
    window.addEventListener('scroll', hide, { capture: true, passive: true });
    return () => {
      document.removeEventListener('keydown', close);
      window.removeEventListener('scroll', hide, { capture: true });
    };
  }, [open]);

  useEffect(() => {
    const target = anchor.current?.firstElementChild;
    if (!open || !describes || !target) return;
    target.setAttribute('aria-describedby', id);
    return () => target.removeAttribute('aria-describedby');
  }, [open, describes, id]);

  if (!text) return children;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- it only observes events of its child
    <span
      ref={anchor}
      className={styles.anchor}
      onPointerEnter={(event: PointerEvent) => event.pointerType !== 'touch' && setOpen(true)}
      onPointerLeave={() => setOpen(false)}
      onFocus={() => setOpen(true)}
      onBlur={() => setOpen(false)}
      onClick={() => setOpen(opensOnClick)}
    >
      {children}
      {open && <Tip id={id} text={text} side={side} anchor={() => anchor.current?.firstElementChild ?? null} />}
    </span>
  );
}

function Tip({ id, text, side, anchor }: { id: string; text: ReactNode; side: Side; anchor: () => Element | null }) {
  return createPortal(
    <div
      id={id}
      role="tooltip"
      popover="manual"
      className={styles.tip}
      ref={(element) => {
        const target = anchor();
        if (!element || !target) return;
        showSafely(element, () => placeAt(element, target, side, 'center', 7));
      }}
    >
      {text}
    </div>,
    anchor()?.closest('dialog') ?? document.body,
  );
}

/**
 * Shows the tooltip, retrying once in the next frame. Browsers refuse to open a popover while another one is closing,
 * as when Escape returns the focus to a menu's button, and a tooltip must never break the page.
 */
function showSafely(element: HTMLElement, place: () => void) {
  const show = () => {
    if (element.isConnected) element.showPopover?.();
    place();
  };
  try {
    show();
  } catch {
    requestAnimationFrame(() => {
      try {
        show();
      } catch {
        // Not worth an error message.
      }
    });
  }
}
