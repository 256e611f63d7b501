import type { Account } from '@tidemark/contract';
import { useAccounts, useShownAccounts } from '#web/features/accounts/index.ts';

/** A sync is the first one until one has finished, or until there is any data. */
function isFirstSync({ syncRunning, lastSyncAt, dataVersion, earliestDate }: Account): boolean {
  return syncRunning && (lastSyncAt === null || dataVersion === 0 || earliestDate === null);
}

/** True while a selected account's history is still being backfilled. */
export function useIsBackfilling(): boolean {
  const { accounts } = useAccounts();
  const shown = useShownAccounts();
  return accounts.some((account) => shown.includes(account._id) && isFirstSync(account));
}

/** Returns a note to show instead of missing data; null unless a first sync is the reason. */
export function useFirstSyncNote(): string | null {
  const { accounts } = useAccounts();
  const shown = new Set(useShownAccounts());
  const running = accounts.filter((account) => shown.has(account._id) && account.syncRunning);
  if (running.some(isFirstSync)) return 'First sync in progress';
  return running.length > 0 ? 'Sync in progress' : null;
}
