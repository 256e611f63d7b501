import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { memberSince } from '#web/platform/format.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EditProfile } from './edit-profile.tsx';
import styles from './profile-information.module.css';

export function ProfileInformation() {
  const [editing, setEditing] = useState(false);
  return (
    <Card
      title="Profile Information"
      sub={editing ? 'How you appear in Tidemark' : undefined}
      tools={
        !editing && (
          <Button size="small" icon={<Pencil size={15} aria-hidden="true" />} onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      {editing ? <EditProfile onDone={() => setEditing(false)} /> : <Facts />}
    </Card>
  );
}

function Facts() {
  const { user } = useUser();
  return (
    <div className={styles.rows}>
      <Avatar src={user.picture} name={user.name} size={64} />
      <dl className={styles.facts}>
        <div>
          <dt>Display Name</dt>
          <dd>{user.name}</dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>{user.email}</dd>
          <dd className={styles.note}>Email cannot be changed from here</dd>
        </div>
        <div>
          <dt>Member since</dt>
          <dd>{memberSince(user.memberSince)}</dd>
        </div>
      </dl>
    </div>
  );
}
