import type { ReactNode } from 'react';
import { DialogActions } from './dialog-actions.tsx';
import { Dialog } from './dialog.tsx';
import styles from './dialog.module.css';

interface ConfirmDialogProps {
  open: boolean;
  title: ReactNode;
  /** Label for the confirming button. */
  confirm: string;
  onConfirm: () => void;
  onClose: () => void;
  /** Describes the consequences. */
  children: ReactNode;
}

/** Asks before an action that cannot simply be undone. */
export function ConfirmDialog({ open, title, confirm, onConfirm, onClose, children }: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      width="small"
      footer={
        <DialogActions
          variant="danger"
          onCancel={onClose}
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {confirm}
        </DialogActions>
      }
    >
      <div className={styles.consequences}>{children}</div>
    </Dialog>
  );
}
