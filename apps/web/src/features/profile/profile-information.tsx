import { memberSince } from '#web/platform/format.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Card } from '#web/ui/card.tsx';
import styles from './profile-information.module.css';

export function ProfileInformation() {
  const { user } = useUser();
  return (
    <Card title="Profile Information" sub="As your identity provider gives it">
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
    </Card>
  );
}
