import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refetchStaleAnalytics, useAccounts } from '#web/features/accounts/index.ts';
import { streamLost, subscribeAgain, useLiveDocuments } from '#web/platform/live/documents.ts';
import { createLiveDriver } from '#web/platform/live/driver.ts';
import { useLiveStatus } from '#web/platform/live/status.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { eventToCache } from './event-to-cache.ts';

/** Keeps the screens up to date while somebody is signed in. */
export function LiveConnection() {
  const queries = useQueryClient();
  const userId = useUser().user._id;
  const { accounts } = useAccounts();
  useLiveDocuments(
    'account',
    accounts.map(({ _id }) => _id),
    () => undefined,
  );

  useEffect(() => {
    const driver = createLiveDriver(userId, {
      onState(state) {
        useLiveStatus.setState({ state });
        if (state !== 'connected') streamLost();
      },
      onEvent: (event) => eventToCache(queries, event),
      onSubscribeAgain: subscribeAgain,
      onRefetch() {
        void queries.invalidateQueries({ queryKey: ['user'] });
        void queries.invalidateQueries({ queryKey: ['connections'] });
        void refetchStaleAnalytics(queries);
      },
    });
    driver.start();
    // A connection that was never made gets another chance when the person or the network comes back.
    const wake = () => document.visibilityState === 'visible' && driver.start();
    document.addEventListener('visibilitychange', wake);
    window.addEventListener('online', wake);
    return () => {
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('online', wake);
      driver.stop();
    };
  }, [queries, userId]);

  return null;
}
