import { type ReactNode, type SubmitEvent, useId } from 'react';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './credentials.module.css';
import { Problem } from './sign-in-frame.tsx';

interface CredentialDialogProps {
  title: string;
  confirm: string;
  cancel?: string;
  danger?: boolean;
  busy: boolean;
  disabled?: boolean;
  error: unknown;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog that shows failures above its fields. */
export function CredentialDialog({
  title,
  confirm,
  cancel = 'Cancel',
  danger = false,
  busy,
  disabled = false,
  error,
  onSubmit,
  onClose,
  children,
}: CredentialDialogProps) {
  const form = useId();
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!busy) onSubmit();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width="small"
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {cancel}
          </Button>
          <Button
            type="submit"
            form={form}
            variant={danger ? 'danger' : 'primary'}
            disabled={disabled}
            busy={busy}
            busyLabel="Saving…"
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        {error !== null && error !== undefined && (
          <Problem>{getServerMessage(error, 'Could not reach the server. Try again in a moment.')}</Problem>
        )}
        {children}
      </form>
    </Dialog>
  );
}
