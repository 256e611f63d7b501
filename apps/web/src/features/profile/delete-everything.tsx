import { deleteUser, deletionWord } from '@tidemark/contract';
import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './dialogs.module.css';

export function DeleteEverything() {
  const { user } = useUser();
  const { session } = useSession();
  const [open, setOpen] = useState(false);
  const [word, setWord] = useState('');
  const deletion = useMutation({
    mutationFn: () => call(deleteUser, { body: { confirm: deletionWord } }),
    // Also signs out at the identity provider, so that the next sign-in is a new start, even if another tab has already
    // noticed the deletion and logged out.
    onSuccess: () => session.logOut(),
  });

  function close() {
    if (deletion.isPending) return;
    setOpen(false);
    setWord('');
    deletion.reset();
  }

  return (
    <>
      <Button variant="danger" icon={<Trash2 size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Delete
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title="Delete everything?"
        width="small"
        footer={
          <>
            <Button disabled={deletion.isPending} onClick={close}>
              Cancel
            </Button>
            <Button
              variant="danger"
              disabled={word.trim() !== deletionWord}
              busy={deletion.isPending}
              busyLabel="Deleting…"
              onClick={() => deletion.mutate()}
            >
              Delete Everything
            </Button>
          </>
        }
      >
        <div className={styles.words}>
          <p>
            Everything stored about <strong>{user.email}</strong> will be permanently deleted.
          </p>
          <p>Members of your workspace lose it, too, unless you hand it over first, under Team.</p>
          {user.subscription.status === 'active' && (
            <p>This does not cancel a paid subscription. Close your account first.</p>
          )}
          <TextField
            label={`Type ${deletionWord} to confirm`}
            value={word}
            autoComplete="off"
            onChange={(event) => setWord(event.currentTarget.value)}
          />
          {deletion.isError && (
            <p role="alert" className={styles.problem}>
              {getServerMessage(deletion.error, 'Could not delete your data. Try again in a moment.')}
            </p>
          )}
        </div>
      </Dialog>
    </>
  );
}
