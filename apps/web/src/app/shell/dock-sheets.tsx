import { Link } from '@tanstack/react-router';
import { LogOut, MonitorSmartphone, Plus } from 'lucide-react';
import { useNetworkAccounts } from '#web/features/accounts/index.ts';
import { useSession } from '#web/features/auth/index.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { useWorkspaces } from '#web/platform/session/workspace.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { findFacts } from '../pages.ts';
import { AccountChoice } from './account-choice.tsx';
import styles from './dock-sheets.module.css';
import { isSystemPath } from './is-system-path.ts';
import { SystemSwitcher } from './lazy-parts.ts';
import { NetworkSwitcher } from './network-switcher.tsx';
import { PanelMenu } from './panel-menu.tsx';
import { usePathname } from './use-pathname.ts';
import { WorkspaceSelect } from './workspace-parts.ts';

interface SheetProps {
  close: () => void;
}

export function AccountsSheet({ close }: SheetProps) {
  const accounts = useNetworkAccounts();
  const isOwn = !useWorkspaces().workspace;
  const toggles = findFacts(usePathname())?.covers !== undefined;
  return (
    <div className={styles.sheet}>
      <header className={styles.head}>
        <h2 className={styles.title}>Accounts</h2>
        {isOwn && (
          <Link to="/account/add" className={buttonClass('soft', 'small')} onClick={close}>
            <Plus size={15} aria-hidden="true" />
            Add an account
          </Link>
        )}
      </header>
      {accounts.length === 0 ? (
        <p className={styles.none}>No accounts linked yet.</p>
      ) : (
        <AccountChoice toggles={toggles} onOpen={close} />
      )}
    </div>
  );
}

export function MenuSheet({ close }: SheetProps) {
  const { user } = useUser();
  const { session } = useSession();
  const { workspaces } = useWorkspaces();
  const isSystem = isSystemPath(usePathname());
  return (
    <div className={styles.sheet}>
      <div className={styles.viewer}>
        <Avatar src={user.picture} name={user.name} size={40} />
        <div className={styles.words}>
          <p className={styles.name} dir="auto">
            {user.name}
          </p>
          <p className={styles.email}>{user.email}</p>
        </div>
        <ThemeToggle />
      </div>
      {workspaces.length > 0 && <WorkspaceSelect />}
      {isSystem ? <SystemSwitcher onOpen={close} /> : <NetworkSwitcher />}
      <PanelMenu onOpen={close} />
      <Link to="/logout" className={buttonClass('plain')} onClick={close}>
        <LogOut size={17} aria-hidden="true" />
        Logout
      </Link>
      <Button
        icon={<MonitorSmartphone size={17} aria-hidden="true" />}
        onClick={() => void session.logOut({ everywhere: true })}
      >
        Log out on all devices
      </Button>
    </div>
  );
}
