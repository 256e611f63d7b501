import type { PageStart } from '@tidemark/contract';
import { FlaskConical, LayoutDashboard, Menu as MenuIcon, UserRound, UsersRound } from 'lucide-react';
import { displayName } from '#web/features/accounts/index.ts';
import { OverviewSkeleton } from '#web/features/overview/overview-skeleton.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import dockStyles from '../shell/dock.module.css';
import headerStyles from '../shell/header.module.css';
import { sandboxText } from '../shell/sandbox-text.ts';
import bannerStyles from '../shell/sandbox-banner.module.css';
import shellStyles from '../shell/shell.module.css';
import { FirstPanel } from './first-panel.tsx';
import styles from './first-shell.module.css';

export interface FirstShellProps {
  page: PageStart;
  pathname: string;
  sandbox: boolean;
}

/** The Overview's frame until the app has loaded. Has no state and no behaviour. */
export function FirstShell({ page, pathname, sandbox }: FirstShellProps) {
  return (
    <div className={styles.first} aria-hidden="true" inert hidden>
      <div className={shellStyles.shell}>
        <FirstPanel page={page} pathname={pathname} />
        <div className={shellStyles.column}>
          <FirstHeader page={page} pathname={pathname} />
          <div className={shellStyles.content}>
            {sandbox && (
              <div className={`${bannerStyles.banner} ${styles.banner}`}>
                <FlaskConical size={17} />
                <p>{sandboxText}</p>
              </div>
            )}
            <OverviewSkeleton note="Loading user data..." />
          </div>
        </div>
        <FirstDock />
      </div>
    </div>
  );
}

const targets = [
  { label: 'Dashboard', icon: LayoutDashboard },
  { label: 'Accounts', icon: UsersRound },
  { label: 'Profile', icon: UserRound },
  { label: 'Menu', icon: MenuIcon },
];

function FirstDock() {
  return (
    <div className={dockStyles.dock}>
      {targets.map(({ label, icon: Icon }) => (
        <span key={label} className={dockStyles.target}>
          <Icon size={21} />
          {label}
        </span>
      ))}
    </div>
  );
}

function FirstHeader({ page, pathname }: Omit<FirstShellProps, 'sandbox'>) {
  const account = page.accounts.find(({ _id }) => pathname === `/account/${_id}`);
  const crumbs = account ? ['Account', displayName(account)] : ['Dashboard'];
  return (
    <div className={headerStyles.header}>
      <div className={headerStyles.inner}>
        <div className={headerStyles.top}>
          <div className={`${headerStyles.crumbs} ${account ? '' : styles.panelOnly}`}>
            <ol>
              {crumbs.map((crumb, index) => (
                <li key={index} dir="auto" aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
                  {crumb}
                </li>
              ))}
            </ol>
          </div>
          <div className={headerStyles.tools}>
            <Skeleton width="" height={40} radius={14} className={styles.range} />
          </div>
        </div>
        <div className={`${headerStyles.strip} ${styles.panelOnly}`}>
          <div className={headerStyles.state}>
            <Skeleton width={310} height={28} radius={12} />
          </div>
        </div>
      </div>
    </div>
  );
}
