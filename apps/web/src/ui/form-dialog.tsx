import { type ReactNode, type SubmitEvent, useId } from 'react';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Alert } from './alert.tsx';
import { DialogActions } from './dialog-actions.tsx';
import { Dialog } from './dialog.tsx';

interface FormDialogProps {
  title: string;
  width?: 'small' | 'medium';
  /** Label for the submit button. */
  action: string;
  busyLabel: string;
  disabled?: boolean;
  /** The form's call. */
  mutation: { isPending: boolean; error: unknown; reset: () => void };
  /** Shown if the call fails without a message from the server. */
  failure: string;
  /** The form's layout. */
  className: string | undefined;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog that shows failures above its fields. */
export function FormDialog({
  title,
  width = 'small',
  action,
  busyLabel,
  disabled,
  mutation,
  failure,
  className,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const form = useId();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!disabled && !mutation.isPending) onSubmit();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width={width}
      footer={
        <DialogActions
          form={form}
          disabled={disabled}
          busy={mutation.isPending}
          busyLabel={busyLabel}
          onCancel={onClose}
        >
          {action}
        </DialogActions>
      }
    >
      <form id={form} className={className} onSubmit={submit}>
        {mutation.error !== null && (
          <Alert onDismiss={mutation.reset}>{getServerMessage(mutation.error, failure)}</Alert>
        )}
        {children}
      </form>
    </Dialog>
  );
}
