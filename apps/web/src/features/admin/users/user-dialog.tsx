import type { AdminUser } from '@tidemark/contract';
import type { ReactNode } from 'react';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { type UserChange, useChangeUser } from './users.query.ts';
import styles from './users.module.css';

interface UserDialogProps {
  user: AdminUser;
  title: string;
  /** The button's label. */
  confirm: string;
  danger?: boolean;
  change: UserChange | null;
  onClose: () => void;
  children: ReactNode;
}

/** Confirms a change to a user, and shows errors in place. */
export function UserDialog({ user, title, confirm, danger = false, change, onClose, children }: UserDialogProps) {
  const send = useChangeUser({ onDone: onClose });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width="small"
      footer={
        <DialogActions
          variant={danger ? 'danger' : 'primary'}
          disabled={change === null}
          busy={send.isPending}
          busyLabel="Saving..."
          onClick={() => change && send.mutate({ user, change })}
          onCancel={onClose}
        >
          {confirm}
        </DialogActions>
      }
    >
      <div className={styles.dialog}>
        {send.isError && (
          <Alert onDismiss={send.reset}>{getServerMessage(send.error, 'Failed to change the user')}</Alert>
        )}
        {children}
      </div>
    </Dialog>
  );
}
