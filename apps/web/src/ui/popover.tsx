import { type ComponentProps, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { type Align, placeAt, type Side } from './floating.ts';
import styles from './popover.module.css';

/** Props for the button that opens it. */
export interface TriggerProps {
  ref: Ref<HTMLButtonElement>;
  popoverTarget: string;
  'aria-expanded': boolean;
  'aria-haspopup': 'menu' | 'dialog';
  'aria-controls': string;
}

interface PopoverProps extends Omit<ComponentProps<'div'>, 'children' | 'popover' | 'id'> {
  trigger: (props: TriggerProps) => ReactNode;
  label: string;
  kind?: 'menu' | 'dialog';
  side?: Side;
  align?: Align;
  /** Slides up from the bottom edge instead on a phone. */
  sheetOnPhone?: boolean;
  /** Rendered only while open. */
  children: (close: () => void) => ReactNode;
}

export function Popover({
  trigger,
  label,
  kind = 'dialog',
  side = 'bottom',
  align = 'end',
  sheetOnPhone = false,
  children,
  className,
  ...rest
}: PopoverProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const panel = box.current;
    if (!open || !panel) return;
    const place = () => {
      if (anchor.current) placeAt(panel, anchor.current, side, align, 8);
    };
    place();
    const resized = new ResizeObserver(place);
    resized.observe(panel);
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, { passive: true });
    return () => {
      resized.disconnect();
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place);
    };
  }, [open, side, align]);

  return (
    <>
      {trigger({
        ref: anchor,
        popoverTarget: id,
        'aria-expanded': open,
        'aria-haspopup': kind,
        'aria-controls': id,
      })}
      <div
        {...rest}
        ref={box}
        id={id}
        popover="auto"
        role={kind}
        aria-label={label}
        className={[styles.popover, sheetOnPhone && styles.sheet, className].filter(Boolean).join(' ')}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && children(() => document.getElementById(id)?.hidePopover?.())}
      </div>
    </>
  );
}
