import { Link, useLocation, useParams } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { displayName, useAccounts } from '#web/features/accounts/index.ts';
import { AnalyticsTabs, DateRangePicker } from '#web/features/analytics/index.ts';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { AccountAvatars } from './account-avatars.tsx';
import { toBreadcrumbs } from './breadcrumb.ts';
import { preservePeriod } from './preserve-period.ts';
import { Freshness } from './freshness.tsx';
import styles from './header.module.css';
import { SandboxBanner } from './sandbox-banner.tsx';

const frostedFrom = 90;

export function Header() {
  const { pathname } = useLocation();
  const { id } = useParams({ strict: false });
  const account = useAccounts().accounts.find(({ _id }) => _id === id);
  const crumbs = toBreadcrumbs(pathname, account && displayName(account));
  const showsFigures = pathname === '/' || account !== undefined;
  const frosted = useScrolled(frostedFrom);
  useDocumentTitle(crumbs.at(-1));

  return (
    <header className={styles.header} data-frosted={frosted || undefined}>
      <div className={styles.inner}>
        <div className={styles.top}>
          <nav aria-label="Breadcrumb" className={styles.crumbs}>
            <ol>
              {crumbs.map((crumb, index) => (
                <li key={index} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
                  {crumb}
                </li>
              ))}
            </ol>
          </nav>
          <div className={styles.tools}>
            <ThemeToggle />
            {showsFigures && <DateRangePicker />}
            {pathname !== '/' && pathname !== '/welcome' && (
              <Tooltip text="Close" describes={false} side="bottom">
                <Link to="/" search={preservePeriod} className={styles.close} aria-label="Close">
                  <X size={19} aria-hidden="true" />
                </Link>
              </Tooltip>
            )}
          </div>
        </div>
        <div className={styles.strip}>
          {showsFigures && <AnalyticsTabs />}
          <SandboxBanner />
          {showsFigures && (
            <div className={styles.state}>
              <Freshness only={account} />
              <AccountAvatars only={account} />
            </div>
          )}
        </div>
      </div>
    </header>
  );
}

function useDocumentTitle(page: string | undefined) {
  useEffect(() => {
    document.title = page ? `${page} · Tidemark` : 'Tidemark';
  }, [page]);
}

function useScrolled(beyond: number): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > beyond);
    // Restoring the scroll position also fires this event; measuring up front would force a layout of the whole page.
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [beyond]);
  return scrolled;
}
