import { Outlet, useLocation, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ProgressLine } from '#web/ui/card.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { PaymentNotice } from '#web/features/subscription/payment-notice.tsx';
import { Dock } from './dock.tsx';
import { Header } from './header.tsx';
import styles from './shell.module.css';
import { SidePanel } from './side-panel.tsx';

/** Must match the stylesheets: below this width, the dock replaces the panel. */
const phone = '(width < 900px)';

/** The frame of every page: panel or dock, header, content. */
export function Shell() {
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  const isPhone = useMedia(phone);
  const isLoading = useRouterState({ select: (state) => state.isLoading });

  // Moves the focus to a new page, so that screen readers announce it as they would a full load.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    content.current?.focus({ preventScroll: true });
  }, [pathname]);

  if (pathname === '/logout') return <Outlet />;
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      {isLoading && (
        <div className={styles.loading} role="progressbar" aria-label="Loading page">
          <ProgressLine />
        </div>
      )}
      {!isPhone && <SidePanel />}
      <div className={styles.column}>
        <Header />
        <main id="content" ref={content} tabIndex={-1} className={styles.content}>
          <PaymentNotice />
          <Outlet />
        </main>
      </div>
      {isPhone && <Dock />}
    </div>
  );
}
