import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PageHead } from '../page-head.tsx';
import system from '../system.module.css';
import { MailCard } from './mail-card.tsx';
import styles from './settings.module.css';
import { settingsQuery } from './settings.query.ts';
import { UpdatesCard } from './updates-card.tsx';

/** Mail and the update check, for servers whose environment does not set them. */
export function SettingsPage() {
  // The version of the settings that a restart will replace.
  const [replaced, setReplaced] = useState<string | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    ...settingsQuery,
    refetchInterval: ({ state }) => (replaced !== null && state.data?.version === replaced ? 500 : false),
  });
  const isRestarting = replaced !== null && data?.version === replaced;
  const onChanged = () => setReplaced(data?.version ?? null);
  return (
    <div className={system.page}>
      <PageHead title="Settings">
        Stored encrypted in the database, for every process. Environment variables override them.
      </PageHead>
      {data ? (
        <div className={styles.columns}>
          <MailCard mail={data.mail} isRestarting={isRestarting} onChanged={onChanged} />
          <UpdatesCard updates={data.updates} isRestarting={isRestarting} onChanged={onChanged} />
        </div>
      ) : error ? (
        <Card>
          <EmptyState
            title="Could not load the settings"
            action={
              <Button variant="primary" busy={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            }
          />
        </Card>
      ) : (
        <div className={styles.columns} aria-busy="true">
          <Skeleton height={420} radius={20} />
          <Skeleton height={220} radius={20} />
        </div>
      )}
    </div>
  );
}
