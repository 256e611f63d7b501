import type { Member } from '@tidemark/contract';
import { useState } from 'react';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Select } from '#web/ui/select.tsx';
import { useHandOver } from './members.query.ts';
import styles from './workspaces.module.css';

interface HandOverDialogProps {
  members: readonly Member[];
  onClose: () => void;
}

/** Makes a member the person whose workspace it is. */
export default function HandOverDialog({ members, onClose }: HandOverDialogProps) {
  const [userId, setUserId] = useState(members[0]?.userId ?? '');
  const handOver = useHandOver();
  return (
    <FormDialog
      title="Hand over this workspace"
      action="Hand over"
      busyLabel="Handing over…"
      mutation={handOver}
      failure="Could not hand over the workspace. Try again in a moment."
      className={styles.form}
      onSubmit={() => handOver.mutate(userId)}
      onClose={onClose}
    >
      <p>
        Accounts, labels, notes, reports, shares, alerts and members move to the new owner, whose plan must have room
        for the accounts. You stay in the workspace as an owner, and it reads the accounts that you have connected for
        as long as you do.
      </p>
      <Select label="New owner" value={userId} onChange={({ target }) => setUserId(target.value)}>
        {members.map((member) => (
          <option key={member.userId} value={member.userId}>
            {member.name}
          </option>
        ))}
      </Select>
    </FormDialog>
  );
}
