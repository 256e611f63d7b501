import { useState } from 'react';
import { SecretToCopy } from '#web/ui/copy.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { SecretDialog } from '#web/ui/secret-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { GrantFields, isIncomplete } from './grant-fields.tsx';
import { type Grant, useInvite } from './members.query.ts';
import styles from './workspaces.module.css';

export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [grant, setGrant] = useState<Grant>({ role: 'viewer' });
  const invite = useInvite();

  if (invite.data) {
    const { link, isMailed } = invite.data;
    return (
      <SecretDialog
        title={isMailed ? 'Invitation sent' : 'Send this invitation'}
        className={styles.form}
        onClose={onClose}
      >
        <SecretToCopy
          label="Invitation"
          value={link}
          hint={
            isMailed
              ? 'It was also sent by email. Anyone who has the link can accept it, once, within seven days.'
              : 'This site sends no email, so send the link yourself. Anyone who has it can accept, once, within seven days.'
          }
          action="Copy link"
        />
      </SecretDialog>
    );
  }
  return (
    <FormDialog
      title="Invite someone"
      action="Invite"
      busyLabel="Inviting…"
      disabled={isIncomplete(grant)}
      mutation={invite}
      failure="Could not send the invitation. Try again in a moment."
      className={styles.form}
      onSubmit={() => invite.mutate({ email, ...grant })}
      onClose={onClose}
    >
      <TextField
        label="Email"
        type="email"
        value={email}
        autoComplete="off"
        required
        onChange={({ target }) => setEmail(target.value)}
      />
      <GrantFields grant={grant} onChange={setGrant} />
    </FormDialog>
  );
}
