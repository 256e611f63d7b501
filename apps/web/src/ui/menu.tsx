import { Check } from 'lucide-react';
import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect, useRef } from 'react';
import type { Align, Side } from './floating.ts';
import styles from './menu.module.css';
import { Popover, type TriggerProps } from './popover.tsx';

const CloseMenu = createContext<() => void>(() => {});

interface MenuProps {
  label: string;
  trigger: (props: TriggerProps) => ReactNode;
  side?: Side;
  align?: Align;
  /** `MenuItem` and `MenuSeparator`. */
  children: ReactNode;
}

/** A native popover with a menu's keyboard support: arrows, Home, End, Escape. */
export function Menu({ label, trigger, side, align, children }: MenuProps) {
  return (
    <Popover label={label} kind="menu" trigger={trigger} side={side} align={align}>
      {(close) => <MenuContent close={close}>{children}</MenuContent>}
    </Popover>
  );
}

/** The popover's content, for a menu that loads it on opening. */
export function MenuContent({ close, children }: { close: () => void; children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];

  useEffect(() => {
    list.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus({ preventScroll: true });
  }, []);

  function move(event: KeyboardEvent) {
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    all.at(next % all.length)?.focus();
  }

  return (
    <CloseMenu value={close}>
      <div ref={list} role="presentation" onKeyDown={move}>
        {children}
      </div>
    </CloseMenu>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  onSelect?: () => void;
  /** The reason it is inactive; it stays focusable, so that everyone can read it. */
  reason?: string | null;
  danger?: boolean;
  /** Makes it an option that can be checked. */
  checked?: boolean;
  /** An external URL; for internal links, navigate in `onSelect`. */
  href?: string;
  children: ReactNode;
}

export function MenuItem({ icon, onSelect, reason, danger = false, checked, href, children }: MenuItemProps) {
  const close = useContext(CloseMenu);
  const className = [styles.item, danger && styles.danger].filter(Boolean).join(' ');
  if (href)
    return (
      <a role="menuitem" className={className} href={href} target="_blank" rel="noreferrer" onClick={close}>
        {icon}
        {children}
      </a>
    );
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      className={className}
      aria-disabled={reason ? true : undefined}
      onClick={() => {
        if (reason) return;
        close();
        onSelect?.();
      }}
    >
      {icon}
      <span>
        {children}
        {reason && <span className={styles.reason}>{reason}</span>}
      </span>
      {checked && <Check size={16} className={styles.check} aria-hidden="true" />}
    </button>
  );
}

export function MenuSeparator() {
  return <hr className={styles.separator} />;
}
