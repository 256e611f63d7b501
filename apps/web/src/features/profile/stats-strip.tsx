import { countMedia } from '@tidemark/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { activeAccountsQuery, useAccounts } from '#web/features/accounts/index.ts';
import { call } from '#web/platform/call.ts';
import { plural, statNumber } from '#web/platform/format.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { notify } from '#web/ui/toaster.tsx';
import styles from './stats-strip.module.css';

/** The number of accounts, their followers and their posts. */
export function StatsStrip() {
  const { accounts, isPending, error } = useAccounts();
  const active = useQuery(activeAccountsQuery);
  // Refetched whenever a sync has stored something.
  const version = accounts.reduce((sum, { dataVersion }) => sum + dataVersion, 0);
  const media = useQuery({
    queryKey: ['media-count', accounts.length, version],
    queryFn: ({ signal }) => call(countMedia, undefined, signal),
    placeholderData: keepPreviousData,
    enabled: !isPending,
  });

  useEffect(() => {
    if (active.isError) notify.error('Failed to fetch accounts.');
  }, [active.isError]);

  useEffect(() => {
    if (media.isError) notify.error('Unable to reach the product');
  }, [media.isError]);

  const audience = (active.data ?? []).reduce((sum, { metadata }) => sum + (metadata.followersCount ?? 0), 0);
  return (
    <dl className={styles.strip}>
      <Stat label={plural(accounts.length, 'Account')} value={isPending ? undefined : error ? null : accounts.length} />
      <Stat label="Audience" value={active.data ? audience : active.isError ? null : undefined} />
      <Stat label="Media" value={media.data ? media.data.total : media.isError ? null : undefined} />
    </dl>
  );
}

interface StatProps {
  label: string;
  /** Undefined while it loads, null if loading failed. */
  value: number | null | undefined;
}

function Stat({ label, value }: StatProps) {
  return (
    <div className={styles.stat}>
      <dd>{value === undefined ? <Skeleton width={40} /> : value === null ? <Missing /> : statNumber(value)}</dd>
      <dt>{label}</dt>
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
