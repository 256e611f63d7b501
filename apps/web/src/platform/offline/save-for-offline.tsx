import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useUser } from '../session/user.query.ts';
import { useWorkspaces } from '../session/workspace.ts';
import { deleteOfflineCopy } from './delete-offline-copy.ts';
import { useOfflineChoice } from './offline-choice.ts';
import { registerWorker, saveApp, unregisterWorker } from './save-app.ts';
import { claimOfflineCopy, saveQueries } from './save-queries.ts';

/** Turning this off waits until turning it on has ended, so no worker is registered afterwards. */
let lastChange = Promise.resolve();

/** Stores this page for offline use, or deletes everything stored if the user has turned that off. */
export function SaveForOffline() {
  const queries = useQueryClient();
  const userId = useUser().user._id;
  // Only the user's own workspace: the stored copy names none.
  const isElsewhere = useWorkspaces().workspace !== null;
  const isOn = useOfflineChoice();

  useEffect(() => {
    if (isElsewhere || !('serviceWorker' in navigator)) return;
    const stopping = new AbortController();
    lastChange = lastChange
      .then(() => (isOn ? save(queries, userId, stopping.signal) : stopSaving()))
      // A browser may refuse to store anything. The page works without.
      .catch(() => undefined);
    return () => stopping.abort();
  }, [isElsewhere, isOn, queries, userId]);

  return null;
}

async function save(queries: QueryClient, userId: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted || !(await registerWorker()) || signal.aborted) return;
  await claimOfflineCopy(userId);
  if (signal.aborted) return;
  signal.addEventListener('abort', saveQueries(queries));
  await saveApp(signal);
}

async function stopSaving(): Promise<void> {
  await unregisterWorker();
  await deleteOfflineCopy();
}
