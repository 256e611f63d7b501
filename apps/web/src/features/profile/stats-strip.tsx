import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { activeAccountsQuery, useAccounts } from '#web/features/accounts/index.ts';
import { plural, statNumber } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { notify } from '#web/ui/toaster.tsx';
import styles from './stats-strip.module.css';
import { useMediaCount } from './use-media-count.ts';

/** Shows the number of accounts, their followers and their media; quiet while there is nothing to count. */
export function StatsStrip({ isQuiet = false }: { isQuiet?: boolean }) {
  const list = useAccounts();
  const active = useQuery(activeAccountsQuery);
  const media = useMediaCount(list);
  const count = list.accounts.length;
  const isListMissing = list.error !== null && count === 0;
  const isActiveMissing = active.isError && !active.data;
  const isMediaMissing = media.isError && !media.data;

  useEffect(() => {
    if (active.isError) notify.error('Failed to fetch accounts.');
  }, [active.isError]);

  useEffect(() => {
    if (media.isError) notify.error('Unable to reach the product');
  }, [media.isError]);

  function retry() {
    if (isListMissing) void list.refetch();
    if (isActiveMissing) void active.refetch();
    if (isMediaMissing) void media.refetch();
  }

  // The call for active accounts knows only those on Instagram.
  const elsewhere = list.accounts.filter(({ type, activated }) => activated && type !== 'instagram_account');
  const audience =
    active.data &&
    [...active.data, ...elsewhere].reduce((sum, { metadata }) => sum + (metadata.followersCount ?? 0), 0);
  return (
    <div className={styles.strip} data-quiet={isQuiet || undefined}>
      <dl className={styles.stats}>
        <Stat label={plural(count, 'Account')} value={list.isPending ? undefined : count} missing={isListMissing} />
        <Stat label="Audience" value={audience} missing={isActiveMissing} />
        <Stat label="Media" note="incl. stories" value={media.data?.total} missing={isMediaMissing} />
      </dl>
      {(isListMissing || isActiveMissing || isMediaMissing) && (
        <Button size="small" busy={active.isFetching || media.isFetching} busyLabel="Retrying…" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

interface StatProps {
  label: string;
  note?: string;
  /** Undefined while it loads. */
  value: number | undefined;
  /** True if loading failed: no number is shown, least of all a zero. */
  missing: boolean;
}

function Stat({ label, note, value, missing }: StatProps) {
  return (
    <div className={styles.stat}>
      <dd>{missing ? <Missing /> : value === undefined ? <Skeleton width={40} /> : statNumber(value)}</dd>
      <dt>{label}</dt>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  );
}

function Missing() {
  return (
    <>
      <span aria-hidden="true">—</span>
      <span className="vh">not available</span>
    </>
  );
}
