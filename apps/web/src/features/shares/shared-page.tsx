import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { openShare } from '@tidemark/contract';
import { StrictMode, useEffect, useRef, useState } from 'react';
import { ReportView } from '#web/features/reports/index.ts';
import { call } from '#web/platform/call.ts';
import { CallError, getServerMessage } from '#web/platform/failed-call.ts';
import { createQueryClient } from '#web/platform/query-client.ts';
import { Aurora } from '#web/ui/aurora.tsx';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PasscodeForm } from './passcode-form.tsx';
import styles from './shared-page.module.css';

/** The page a share link opens for visitors. Loads without the app, and calls nothing but its own endpoint. */
export default function SharedPage() {
  const [queries] = useState(createQueryClient);
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Aurora />
        <div className={styles.page}>
          <header className={styles.brand}>
            <BrandMark size={28} /> Tidemark
          </header>
          <main>
            <Shared token={toShareToken(window.location.pathname)} />
          </main>
        </div>
      </QueryClientProvider>
    </StrictMode>
  );
}

const toShareToken = (pathname: string) => pathname.replace(/^\/share\//, '').replace(/\/$/, '');

/** Opens the link once; the passcode stays in this page’s memory, and content is never cached. */
function Shared({ token }: { token: string }) {
  const isOpened = useRef(false);
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: (passcode: string | null) => call(openShare, { body: { token, passcode } }),
  });
  const [needsPasscode, setNeedsPasscode] = useState(false);
  const open = (passcode: string | null) =>
    mutate(passcode, { onSuccess: ({ state }) => setNeedsPasscode(state === 'passcode-required') });

  useEffect(() => {
    if (isOpened.current) return;
    isOpened.current = true;
    open(null);
  });
  const title = data?.state === 'open' ? data.content.title : null;
  useEffect(() => {
    if (title !== null) document.title = `${title} · Tidemark`;
  }, [title]);

  if (data?.state === 'open') return <ReportView content={data.content} />;
  if (needsPasscode && !isGone(error))
    return <PasscodeForm error={error} isChecking={isPending} onSubmit={(passcode) => open(passcode)} />;
  if (error) return <Failure error={error} isRetrying={isPending} onRetry={() => open(null)} />;
  return <Loading />;
}

const goneTitles = {
  share_expired: 'This link has expired',
  share_not_found: 'This link doesn’t work',
  share_empty: 'There is nothing left to show',
} as const;
const goneReasons: Record<keyof typeof goneTitles, string> = {
  share_expired: 'Ask the sender for a new one.',
  share_not_found: 'It may be incomplete, or its owner may have revoked it.',
  share_empty: 'Its accounts are no longer available.',
};

function toGone(error: unknown): keyof typeof goneTitles | null {
  const code = error instanceof CallError ? error.code : undefined;
  return code === 'share_expired' || code === 'share_not_found' || code === 'share_empty' ? code : null;
}
const isGone = (error: unknown) => toGone(error) !== null;

function Failure({ error, isRetrying, onRetry }: { error: unknown; isRetrying: boolean; onRetry: () => void }) {
  const gone = toGone(error);
  return (
    <div className={styles.message} role="alert">
      {gone ? (
        <EmptyState isPageTitle title={goneTitles[gone]} why={goneReasons[gone]} />
      ) : (
        <EmptyState
          isPageTitle
          title="This page could not be loaded"
          why={getServerMessage(error, 'Could not reach the server. Try again in a moment.')}
          action={
            <Button busy={isRetrying} busyLabel="Retrying…" onClick={onRetry}>
              Try again
            </Button>
          }
        />
      )}
    </div>
  );
}

function Loading() {
  return (
    <div className={styles.loading} aria-busy="true">
      <p className="vh" role="status">
        Loading…
      </p>
      <Skeleton height={92} />
      <Skeleton height={260} />
      <Skeleton height={320} />
    </div>
  );
}
