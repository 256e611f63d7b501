import { type Account, type AccountId, type AccountType, maxReportAccounts } from '@tidemark/contract';
import { enabledNetworks } from '#web/features/accounts/index.ts';

/** Lists the networks of these accounts that have figures: a Facebook page has only its name. */
export function listReportNetworks(accounts: readonly Account[]): AccountType[] {
  return enabledNetworks(accounts).filter((type) => type !== 'facebook_page');
}

/** Lists a network's accounts, as many as fit into a report. */
export function listReportAccounts(accounts: readonly Account[], network: AccountType | undefined): AccountId[] {
  return accounts.flatMap(({ _id, type }) => (type === network ? _id : [])).slice(0, maxReportAccounts);
}
