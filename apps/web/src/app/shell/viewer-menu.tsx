import { useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown, LogOut, UserRound } from 'lucide-react';
import { LiveMark } from '#web/features/live/index.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import styles from './viewer-menu.module.css';

/** The signed-in user, the live status, and links to the profile and to log out. */
export function ViewerMenu() {
  const { user } = useUser();
  const navigate = useNavigate();
  return (
    <div className={styles.viewer}>
      <Menu
        label="Your account"
        side="top"
        align="start"
        trigger={(props) => (
          <button type="button" className={styles.trigger} {...props} title={user.email}>
            <Avatar src={user.picture} name={user.name} size={36} />
            <span className={styles.words}>
              <span className={styles.name}>{user.name}</span>
              <span className={styles.email}>{user.email}</span>
            </span>
            <ChevronsUpDown size={15} className={styles.chevron} aria-hidden="true" />
          </button>
        )}
      >
        <MenuItem icon={<UserRound size={17} />} onSelect={() => void navigate({ to: '/profile' })}>
          Profile
        </MenuItem>
        <MenuItem icon={<LogOut size={17} />} onSelect={() => void navigate({ to: '/logout' })}>
          Logout
        </MenuItem>
      </Menu>
      <div className={styles.live}>
        <LiveMark />
      </div>
    </div>
  );
}
