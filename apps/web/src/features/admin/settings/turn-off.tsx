import { useState, type ReactNode } from 'react';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useDeleteSetting } from './settings.query.ts';

interface TurnOffProps {
  name: 'mail' | 'updates';
  title: string;
  onDone: () => void;
  /** The consequences. */
  children: ReactNode;
}

export function TurnOff({ name, title, onDone, children }: TurnOffProps) {
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteSetting(name);
  return (
    <>
      <Button busy={remove.isPending} onClick={() => setAsking(true)}>
        Turn off
      </Button>
      {remove.isError && <Alert onDismiss={remove.reset}>{getServerMessage(remove.error, 'Could not save')}</Alert>}
      <ConfirmDialog
        open={isAsking}
        title={title}
        confirm="Turn off"
        onConfirm={() => remove.mutate(undefined, { onSuccess: onDone })}
        onClose={() => setAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
