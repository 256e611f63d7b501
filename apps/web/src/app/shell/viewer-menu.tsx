import { useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown, LogOut, MonitorSmartphone, UserRound } from 'lucide-react';
import { useSession } from '#web/features/auth/index.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import styles from './viewer-menu.module.css';

/** The signed-in user, with links to the profile and to log out. */
export function ViewerMenu() {
  const { user } = useUser();
  const navigate = useNavigate();
  const { session } = useSession();
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
              <span className={styles.name} dir="auto">
                {user.name}
              </span>
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
        <MenuItem icon={<MonitorSmartphone size={17} />} onSelect={() => void session.logOut({ everywhere: true })}>
          Log out on all devices
        </MenuItem>
      </Menu>
    </div>
  );
}
