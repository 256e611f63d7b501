import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { activeAccountsQuery, useAccounts } from '#web/features/accounts/index.ts';
import { plural, statNumber } from '#web/platform/format.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { notify } from '#web/ui/toaster.tsx';
import styles from './stats-strip.module.css';

/** How many accounts, how many people follow them, how much they have published. */
export function StatsStrip() {
  const { accounts, isPending } = useAccounts();
  const active = useQuery(activeAccountsQuery);

  useEffect(() => {
    if (active.isError) notify.error('Failed to fetch accounts.');
  }, [active.isError]);

  const audience = (active.data ?? []).reduce((sum, { metadata }) => sum + (metadata.followersCount ?? 0), 0);
  const media = accounts.reduce((sum, { metadata }) => sum + (metadata.mediaCount ?? 0), 0);
  return (
    <dl className={styles.strip}>
      <Stat label={plural(accounts.length, 'Account')} value={isPending ? undefined : accounts.length} />
      <Stat label="Audience" value={active.isPending ? undefined : audience} />
      <Stat label="Media" value={isPending ? undefined : media} />
    </dl>
  );
}

function Stat({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div className={styles.stat}>
      <dd>{value === undefined ? <Skeleton width={40} /> : statNumber(value)}</dd>
      <dt>{label}</dt>
    </div>
  );
}
