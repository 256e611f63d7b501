import { useState } from 'react';
import { BoxedChoice } from '#web/ui/boxed-choice.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { SecretDialog } from '#web/ui/secret-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useInvite } from './invitations.query.ts';
import { LinkToCopy } from './link-to-copy.tsx';
import styles from './users.module.css';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [isOperator, setIsOperator] = useState(false);
  const invite = useInvite();

  function submit() {
    const person = { email, ...(name.trim() && { name }) };
    invite.mutate({ ...person, role: isOperator ? 'system-admin' : 'user' });
  }

  if (invite.data)
    return (
      <SecretDialog
        title={invite.data.isMailed ? 'Invitation sent' : 'Send this link'}
        className={styles.dialog}
        onClose={onClose}
      >
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
      </SecretDialog>
    );
  return (
    <FormDialog
      title="Invite a user"
      action="Create link"
      busyLabel="Inviting…"
      mutation={invite}
      failure="Failed to create the invitation"
      className={styles.dialog}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
