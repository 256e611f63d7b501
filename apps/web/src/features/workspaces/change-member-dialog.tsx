import type { Member } from '@tidemark/contract';
import { useState } from 'react';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { GrantFields, isIncomplete } from './grant-fields.tsx';
import { type Grant, useChangeMember } from './members.query.ts';
import styles from './workspaces.module.css';

export default function ChangeMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { userId, name, role, accountIds, reportIds } = member;
  const [grant, setGrant] = useState<Grant>({
    role,
    ...(accountIds && { accountIds }),
    ...(reportIds && { reportIds }),
  });
  const change = useChangeMember();
  return (
    <FormDialog
      title={`What ${name} may do`}
      action="Save"
      busyLabel="Saving…"
      disabled={isIncomplete(grant)}
      mutation={change}
      failure="Could not save the role. Try again in a moment."
      className={styles.form}
      onSubmit={() => change.mutate({ userId, ...grant }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <GrantFields grant={grant} onChange={setGrant} />
    </FormDialog>
  );
}
