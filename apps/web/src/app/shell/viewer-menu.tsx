import { ChevronsUpDown } from 'lucide-react';
import { useWorkspaces } from '#web/platform/session/workspace.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { ViewerItems } from './lazy-parts.ts';
import styles from './viewer-menu.module.css';

/** The signed-in user, with links to the profile and to log out. */
export function ViewerMenu() {
  const { user } = useUser();
  const { workspace } = useWorkspaces();
  return (
    <div className={styles.viewer}>
      <Popover
        label="Your account"
        kind="menu"
        side="top"
        align="start"
        trigger={(props) => (
          <button type="button" className={styles.trigger} {...props} title={user.email}>
            <Avatar src={user.picture} name={user.name} size={36} />
            <span className={styles.words}>
              <span className={styles.name} dir="auto">
                {user.name}
              </span>
              <span className={styles.email} dir="auto">
                {workspace?.name ?? user.email}
              </span>
            </span>
            <ChevronsUpDown size={15} className={styles.chevron} aria-hidden="true" />
          </button>
        )}
      >
        {(close) => <ViewerItems close={close} />}
      </Popover>
    </div>
  );
}
