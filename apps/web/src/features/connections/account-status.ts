import { CircleAlert, CircleCheck, CircleDashed, CirclePause, Clock, RefreshCw, type LucideIcon } from 'lucide-react';
import type { ListedAccount } from './listed-account.ts';
import { problemInShort } from './account-problem.ts';
import { useAccountState } from './use-account-state.ts';

interface AccountStatus {
  icon: LucideIcon;
  text: string;
  look: 'unlinked' | 'running' | 'waiting' | 'failing' | 'stopped' | 'idle';
}

export function useAccountStatus(account: ListedAccount): AccountStatus {
  const { running, problem, lastSyncAt } = useAccountState(account);
  if (!account.linked) return { icon: CircleDashed, text: 'Not linked', look: 'unlinked' };
  if (running) return { icon: RefreshCw, text: 'Syncing', look: 'running' };
  if (account.isStopped) return { icon: CirclePause, text: 'Not syncing', look: 'stopped' };
  if (problem) {
    const waits = problem.code === 'rate_limited';
    return {
      icon: waits ? Clock : CircleAlert,
      text: problemInShort(problem),
      look: waits ? 'waiting' : 'failing',
    };
  }
  if (lastSyncAt === null) return { icon: Clock, text: 'Waiting to sync', look: 'waiting' };
  return { icon: CircleCheck, text: 'Synced', look: 'idle' };
}
