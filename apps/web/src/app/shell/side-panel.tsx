import { Link } from '@tanstack/react-router';
import { useMay } from '#web/platform/session/workspace.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { AccountList } from './account-list.tsx';
import { NetworkSwitcher } from './network-switcher.tsx';
import { isSystemPath } from './is-system-path.ts';
import { RoadmapActions, SystemSwitcher } from './lazy-parts.ts';
import { PanelMenu } from './panel-menu.tsx';
import { preservePeriod } from './preserve-period.ts';
import styles from './side-panel.module.css';
import { usePages } from './use-pages.ts';
import { ViewerMenu } from './viewer-menu.tsx';
import { usePathname } from './use-pathname.ts';
import { ClientBrand } from './workspace-parts.ts';

const exactly = { exact: true, includeSearch: false };

/** 240 px wide from medium width up, replaced by the dock on phones. */
export function SidePanel() {
  const pathname = usePathname();
  const isSystem = isSystemPath(pathname);
  const isClient = !useMay('viewer');
  return (
    <aside className={styles.panel} aria-label="Side panel">
      <Link to="/" search={preservePeriod} className={styles.brand} aria-label="Tidemark dashboard">
        {isClient ? (
          <ClientBrand />
        ) : (
          <>
            <BrandMark />
            <span className={styles.wordmark}>Tidemark</span>
          </>
        )}
      </Link>
      {isSystem ? <SystemSwitcher /> : <NetworkSwitcher />}
      <nav className={styles.nav} aria-label="Pages">
        {usePages().panel.map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} search={preservePeriod} className={styles.item} activeOptions={exactly} title={label}>
            <Icon size={19} aria-hidden="true" />
            <span>{label}</span>
          </Link>
        ))}
      </nav>
      {pathname === '/roadmap' ? <RoadmapActions /> : <AccountList />}
      <PanelMenu />
      <ViewerMenu />
    </aside>
  );
}
