import type { Account } from '@tidemark/contract';
import { useAccounts, useShownAccounts } from '#web/features/accounts/index.ts';

/** A first sync is what runs before one has ended, or before the first figure is there. */
function isFirstSync({ syncRunning, lastSyncAt, dataVersion, earliestDate }: Account): boolean {
  return syncRunning && (lastSyncAt === null || dataVersion === 0 || earliestDate === null);
}

/** Whether the history of an account that is shown is still being read. */
export function useIsFilling(): boolean {
  const { accounts } = useAccounts();
  const shown = useShownAccounts();
  return accounts.some((account) => shown.includes(account._id) && isFirstSync(account));
}

/** What to say where a figure is missing: null when no sync would explain it. */
export function useFirstSyncNote(): string | null {
  const { accounts } = useAccounts();
  const shown = new Set(useShownAccounts());
  const running = accounts.filter((account) => shown.has(account._id) && account.syncRunning);
  if (running.some(isFirstSync)) return 'First sync is running';
  return running.length > 0 ? 'A sync is running' : null;
}

/** Why there is nothing where all accounts are turned off, or none is linked. */
export const noAccountText = 'No account is turned on.';
