import type { AccountId } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useAccounts } from '#web/features/accounts/index.ts';
import { useConfig } from '#web/platform/config.ts';
import { metaConnectionQuery } from './connections.query.ts';

/** Returns true if only a login at Instagram reaches the account: some data then needs a Facebook page. */
export function useLacksPage(accountId: AccountId | undefined): boolean {
  const { accounts } = useAccounts();
  const { data } = useQuery({ ...metaConnectionQuery, enabled: useConfig().instagramLogin });
  const isListed = accounts.some(({ _id, facebookId }) => _id === accountId && facebookId !== null);
  return !isListed && data?.instagramLogins.some((login) => login.accountId === accountId) === true;
}
