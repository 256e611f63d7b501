import type { AdminUser } from '@tidemark/contract';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useResetLink } from './invitations.query.ts';
import { LinkToCopy } from './link-to-copy.tsx';
import styles from './users.module.css';

export function ResetLinkDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const create = useResetLink();
  return (
    <Dialog
      open
      onClose={onClose}
      title="Reset password"
      width="small"
      footer={
        create.data ? (
          <Button onClick={onClose}>Done</Button>
        ) : (
          <DialogActions
            busy={create.isPending}
            busyLabel="Creating…"
            onCancel={onClose}
            onClick={() => create.mutate(user.id)}
          >
            Create link
          </DialogActions>
        )
      }
    >
      <div className={styles.dialog}>
        {create.isError && (
          <Alert onDismiss={create.reset}>{getServerMessage(create.error, 'Failed to create the link')}</Alert>
        )}
        <p>
          With this link, <strong dir="auto">{user.name}</strong> sets a new password, and is signed out everywhere
          else. Send it only to them.
        </p>
        {create.data && <LinkToCopy {...create.data} />}
      </div>
    </Dialog>
  );
}
