import { Link, useParams } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { displayName, useAccounts } from '#web/features/accounts/index.ts';
import { AnnotationsButton } from '#web/features/annotations/index.ts';
import { AnalyticsTabs } from '#web/features/overview/index.ts';
import { DateRangePicker } from '#web/features/periods/index.ts';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { AccountPicker } from './account-picker.tsx';
import { findFacts } from '../pages.ts';
import { toBreadcrumbs } from './breadcrumb.ts';
import { useMay } from '#web/platform/session/workspace.ts';
import { AlertBell } from './lazy-parts.ts';
import { preservePeriod } from './preserve-period.ts';
import styles from './header.module.css';
import { StatusChip } from './status-chip.tsx';
import { usePathname } from './use-pathname.ts';
import { ClientBrand } from './workspace-parts.ts';

interface HeaderProps {
  /** One row, with the theme in the dock's menu. */
  isPhone: boolean;
}

export function Header({ isPhone }: HeaderProps) {
  const mayNote = useMay('viewer');
  const pathname = usePathname();
  const { id, mediaId } = useParams({ strict: false });
  const account = useAccounts().accounts.find(({ _id }) => _id === id);
  const place = pathname.replace(/\/post\/.*/, '');
  const crumbs = toBreadcrumbs(place, id === undefined ? undefined : account ? displayName(account) : 'Not found');
  if (mediaId !== undefined && account) crumbs.push('Post');
  const isDashboard = pathname === '/';
  const covers = findFacts(pathname)?.covers;
  const showsRange = covers === 'period' || (account !== undefined && mediaId === undefined);
  const showsClose = !isDashboard && pathname !== '/welcome';
  const picker = covers && <AccountPicker compact={isPhone} />;
  useDocumentTitle(crumbs.at(-1));

  return (
    <header className={styles.header} data-frosted={useScrolled() || undefined}>
      <div className={styles.inner}>
        {isPhone && !mayNote && <ClientBrand />}
        <div className={styles.top}>
          <Breadcrumbs crumbs={crumbs} hidden={isPhone && covers !== undefined} />
          <div className={styles.tools}>
            <AlertBell />
            {isPhone ? picker : <ThemeToggle />}
            {mayNote && showsRange && !isPhone && <AnnotationsButton />}
            {showsRange && <DateRangePicker />}
            {/* The row is full with accounts, range and close; the Dashboard and the accounts show the state. */}
            {isPhone && !(picker && showsRange && showsClose) && <StatusChip />}
            {showsClose && <CloseLink />}
          </div>
        </div>
        <div className={styles.strip}>
          {(pathname === '/' || account) && <AnalyticsTabs />}
          {!isPhone && (
            <div className={styles.state}>
              <StatusChip />
              {picker}
            </div>
          )}
        </div>
      </div>
    </header>
  );
}

function Breadcrumbs({ crumbs, hidden }: { crumbs: string[]; hidden: boolean }) {
  return (
    <nav aria-label="Breadcrumb" className={hidden ? 'vh' : styles.crumbs}>
      <ol>
        {crumbs.map((crumb, index) => (
          <li key={index} dir="auto" aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
            {crumb}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function CloseLink() {
  return (
    <Tooltip text="Close" describes={false} side="bottom">
      <Link to="/" search={preservePeriod} className={styles.close} aria-label="Close">
        <X size={19} aria-hidden="true" />
      </Link>
    </Tooltip>
  );
}

function useDocumentTitle(page: string | undefined) {
  useEffect(() => {
    document.title = page ? `${page} · Tidemark` : 'Tidemark';
  }, [page]);
}

/** Reports scrolling from the first pixel: text must never run through a transparent header. */
function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > 0);
    // Restoring the scroll position also fires this event; measuring up front would force a layout of the whole page.
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return scrolled;
}
