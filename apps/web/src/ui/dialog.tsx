import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  width?: 'small' | 'medium' | 'large';
  footer?: ReactNode;
  children: ReactNode;
}

const firstField =
  ':is(input, textarea):not([readonly], [type="file"], [type="range"], [type="radio"], [type="checkbox"])';

/**
 * A native dialog: it traps and restores the focus, and closes on Escape, on the backdrop and on its icon. The focus
 * starts in the first field if there is one; browsers would choose the icon.
 */
export function Dialog({ open, onClose, title, width = 'medium', footer, children }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    if (open && !dialog.current?.open) {
      dialog.current?.showModal();
      dialog.current?.querySelector<HTMLElement>(firstField)?.focus();
    }
    if (!open && dialog.current?.open) dialog.current.close();
  }, [open]);

  useEffect(() => {
    const element = dialog.current;
    const onBackdrop = (event: MouseEvent) => event.target === element && onClose();
    element?.addEventListener('click', onBackdrop);
    return () => element?.removeEventListener('click', onBackdrop);
  }, [onClose]);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={`${styles.dialog} ${styles[width]}`}
      // React passes on the event of a dialog within.
      onClose={({ target }) => target === dialog.current && onClose()}
    >
      {open && (
        <>
          <div className={styles.head}>
            <h2 id={id} className={styles.title}>
              {title}
            </h2>
            <IconButton label="Close" tooltip={false} onClick={onClose}>
              <X size={18} aria-hidden="true" />
            </IconButton>
          </div>
          <div className={styles.body}>{children}</div>
          {footer && <div className={styles.foot}>{footer}</div>}
        </>
      )}
    </dialog>
  );
}
