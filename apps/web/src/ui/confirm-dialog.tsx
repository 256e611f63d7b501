import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './dialog.module.css';

interface ConfirmDialogProps {
  open: boolean;
  title: ReactNode;
  /** The label of the button that does it. */
  confirm: string;
  onConfirm: () => void;
  onClose: () => void;
  /** The consequences. */
  children: ReactNode;
}

/** Asks before something that cannot simply be undone. */
export function ConfirmDialog({ open, title, confirm, onConfirm, onClose, children }: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      width="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <div className={styles.consequences}>{children}</div>
    </Dialog>
  );
}
