import type { ClientConfig, SettingCheck } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { Checks } from '../checks.tsx';
import styles from './meta.module.css';
import { restartedQuery } from './meta.query.ts';

interface SavedAppProps {
  checks: readonly SettingCheck[];
  appId: string;
  /** Returns true for the configuration of a server that runs with the app. */
  isUsed: (config: ClientConfig) => boolean;
  /** The page to open then. */
  next: string;
  children: ReactNode;
}

/** Waits for the restart, then opens a page that has the server's new configuration. */
export function SavedApp({ checks, appId, isUsed, next, children }: SavedAppProps) {
  const { data: isRestarted } = useQuery(restartedQuery(appId, isUsed));
  // The page contains the server's configuration, so it has to be reloaded.
  useEffect(() => {
    if (isRestarted) window.location.assign(next);
  }, [isRestarted, next]);
  return (
    <>
      <Checks checks={checks} />
      <p className={styles.note} role="status">
        {children}
      </p>
    </>
  );
}
