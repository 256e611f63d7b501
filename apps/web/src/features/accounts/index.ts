export { useAccountColors, type AccountColor } from './account-colors.ts';
export { accountsQuery, activeAccountsQuery } from './accounts.query.ts';
export { enabledNetworks, networkNames, useChooseNetwork, useSelectedNetwork, type Network } from './network.ts';
export {
  accountsSearch,
  useNetworkAccounts,
  useShowAllAccounts,
  useShownAccounts,
  useToggleAccount,
} from './shown-accounts.ts';
export { displayName, earliestDay, useAccount, useAccounts } from './use-accounts.ts';
export { applyAccountDocument, refetchStaleAnalytics } from './account-updates.ts';
export { getFreshness, timeFromNow } from './freshness.ts';
export { useSyncNow } from './use-read-now.ts';
export { syncStatusQuery, useSyncState } from './sync-status.query.ts';
export { currentTask, firstSyncProgress, describeTask } from './sync-labels.ts';
