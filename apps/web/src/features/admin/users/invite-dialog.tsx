import { useId, useState, type SubmitEvent } from 'react';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { BoxedChoice } from '#web/ui/boxed-choice.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useInvite } from './invitations.query.ts';
import { LinkToCopy } from './link-to-copy.tsx';
import styles from './users.module.css';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useId();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [isOperator, setIsOperator] = useState(false);
  const invite = useInvite();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const person = { email, ...(name.trim() && { name }) };
    if (!invite.isPending) invite.mutate({ ...person, role: isOperator ? 'system-admin' : 'user' });
  }

  if (invite.data)
    return (
      <Dialog
        open
        onClose={onClose}
        title={invite.data.isMailed ? 'Invitation sent' : 'Send this link'}
        width="small"
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <div className={styles.dialog}>
          <p>
            {invite.data.isMailed ? (
              <>
                A mail with this link is on its way to <strong>{email}</strong>.
              </>
            ) : (
              <>
                <strong>{email}</strong> opens it to choose a password or a passkey.
              </>
            )}
          </p>
          <LinkToCopy {...invite.data} />
        </div>
      </Dialog>
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invite a user"
      width="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={invite.isPending} busyLabel="Inviting…">
            Create link
          </Button>
        </>
      }
    >
      <form id={form} className={styles.dialog} onSubmit={submit}>
        {invite.isError && (
          <Alert onDismiss={invite.reset}>{getServerMessage(invite.error, 'Failed to create the invitation')}</Alert>
        )}
        <TextField
          label="Email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          autoComplete="off"
          required
          onChange={({ target }) => setEmail(target.value)}
        />
        <TextField
          label="Name"
          value={name}
          autoComplete="off"
          maxCharacters={100}
          hint="They can change it"
          onChange={({ target }) => setName(target.value)}
        />
        <BoxedChoice
          type="checkbox"
          label="Operator"
          note="sees all users and accounts"
          checked={isOperator}
          onChange={({ target }) => setIsOperator(target.checked)}
        />
      </form>
    </Dialog>
  );
}
