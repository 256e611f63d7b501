import { useState } from 'react';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useRename } from './members.query.ts';
import styles from './workspaces.module.css';

export default function RenameDialog({ name: saved, onClose }: { name: string; onClose: () => void }) {
  const [name, setName] = useState(saved);
  const rename = useRename();
  return (
    <FormDialog
      title="Name the workspace"
      action="Save"
      busyLabel="Saving…"
      mutation={rename}
      failure="Could not save the name. Try again in a moment."
      className={styles.form}
      onSubmit={() => rename.mutate(name, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        maxCharacters={100}
        autoComplete="off"
        hint="Everyone you invite sees it."
        required
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}
