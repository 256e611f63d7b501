import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { ProgressLine } from '#web/ui/card.tsx';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { LazyErrorDetails } from '#web/ui/lazy-error-details.tsx';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { findFacts } from '../pages.ts';
import bannerStyles from './banner.module.css';
import { Dock } from './dock.tsx';
import { Header } from './header.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { SandboxBanner } from './sandbox-banner.tsx';
import styles from './shell.module.css';
import { SidePanel } from './side-panel.tsx';
import { usePathname } from './use-pathname.ts';
import { needsPerson, useCoveredAccounts } from '#web/features/accounts/index.ts';
import { FiguresProvider } from '#web/features/periods/index.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { clockSkew } from '#web/platform/server-clock.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const AttentionBanner = lazyPart(async () => (await import('./attention-banner.tsx')).AttentionBanner);
const ClockNotice = lazyPart(async () => (await import('./clock-notice.tsx')).default);
const PaymentNotice = lazyPart(
  async () => (await import('#web/features/subscription/payment-notice.tsx')).PaymentNotice,
);
const CorrectionBanner = lazyPart(async () => (await import('./correction-banner.tsx')).CorrectionBanner);

/** Must match the stylesheets: below this width, the dock replaces the panel. */
const phone = '(width < 900px)';

/** Keeps the banner's place while it loads. */
function Attention() {
  const isNeeded = useCoveredAccounts().some(needsPerson);
  return isNeeded && <AttentionBanner fallback={<div className={bannerStyles.banner} data-tone="warn" />} />;
}

function Corrections() {
  return useCoveredAccounts().some(({ correctedAt }) => correctedAt) && <CorrectionBanner />;
}

function Payments() {
  const { pastDue } = useUser().user.subscription;
  const isReturn = useRouterState({ select: ({ location }) => location.searchStr.includes('payment=') });
  return (pastDue || isReturn) && <PaymentNotice />;
}

/** Shows that a page is on its way, without drawing the frame again for it. */
function PageProgress() {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  return (
    isLoading && (
      <div className={styles.loading} role="progressbar" aria-label="Loading page">
        <ProgressLine />
      </div>
    )
  );
}

/** The frame around every page: panel or dock, header, content. */
export function Shell() {
  const pathname = usePathname();
  const content = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  const isPhone = useMedia(phone);

  // Moves the focus to a new page, so that screen readers announce it as they would a full load.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    content.current?.focus({ preventScroll: true });
  }, [pathname]);

  const showsFigures = findFacts(pathname)?.covers || (pathname.startsWith('/account/') && pathname !== '/account/add');
  if (pathname === '/logout') return <Outlet />;
  return (
    <FiguresProvider>
      <div className={styles.shell}>
        <SkipLink to="content">Skip to content</SkipLink>
        <PageProgress />
        {!isPhone && (
          <Contained>
            <SidePanel />
          </Contained>
        )}
        <div className={styles.column}>
          <Contained>
            <Header isPhone={isPhone} />
          </Contained>
          <main id="content" ref={content} tabIndex={-1} className={styles.content}>
            <SandboxBanner />
            <OfflineBanner />
            {clockSkew() !== 0 && <ClockNotice />}
            {showsFigures && <Attention />}
            {showsFigures && <Corrections />}
            <Payments />
            <Outlet />
          </main>
        </div>
        {isPhone && (
          <Contained>
            <Dock />
          </Contained>
        )}
      </div>
    </FiguresProvider>
  );
}

/** Contains a failure in one part of the frame, so that the rest keeps working. */
function Contained({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={(error) => <LazyErrorDetails error={error} />}>{children}</ErrorBoundary>;
}
