export { accountColor, type AccountColor } from './account-colors.ts';
export { AccountsProvider, useAccount, useAccountColors, useAccounts } from './accounts-provider.tsx';
export { accountsQuery, activeAccountsQuery } from './accounts.query.ts';
export { enabledNetworks, networkNames, useChooseNetwork, useSelectedNetwork, type Network } from './network.ts';
export { useNetworkMetrics } from './network-metrics.ts';
export {
  accountsSearch,
  toFirstShownAccounts,
  useChosenAccounts,
  useNetworkAccounts,
  usePreloadAccounts,
  useShowAccounts,
  useShowAllAccounts,
  useToggleAccount,
} from './shown-accounts.ts';
export { ShownAccountsProvider, useShownAccounts } from './shown-accounts-provider.tsx';
export { displayName, earliestDay } from './account-facts.ts';
export { applyAccountDocument, refetchOnNewData } from './account-updates.ts';
export { findAccounts, mostFollowed } from './find-accounts.ts';
export { getFreshness, needsPerson, timeFromNow, timeSince, type Freshness } from './freshness.ts';
export { useCoveredAccounts } from './use-covered-accounts.ts';
export { useSyncNow } from './use-sync-now.ts';
export { syncStatusQuery, useSyncState } from './sync-status.query.ts';
export { currentTask, firstSyncProgress, describeTask } from './sync-labels.ts';
