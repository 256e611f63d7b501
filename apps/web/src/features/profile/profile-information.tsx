import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EditProfile } from './edit-profile.tsx';
import styles from './profile-information.module.css';

/** The identity itself is shown in the profile column. */
export function ProfileInformation() {
  const [editing, setEditing] = useState(false);
  return (
    <Card
      title="Profile Information"
      className={editing ? undefined : styles.closed}
      sub={editing ? 'How you appear in Tidemark' : 'Your display name and photo'}
      tools={
        !editing && (
          <Button size="small" icon={<Pencil size={15} aria-hidden="true" />} onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      {editing && <EditProfile onDone={() => setEditing(false)} />}
    </Card>
  );
}
