import type { AccountId } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCoveredAccounts } from '#web/features/accounts/index.ts';
import { usePeriod } from '#web/features/periods/index.ts';
import { attentionQuery } from './attention.query.ts';
import { rankAccounts } from './rank-accounts.ts';

/** Returns the page's accounts, those that need a look first; none are asked for without IDs. */
export function useAttention(accountIds: AccountId[]) {
  const accounts = useCoveredAccounts();
  const query = useQuery(attentionQuery(accountIds, usePeriod()));
  const ranked = useMemo(() => rankAccounts(accounts, query.data?.accounts ?? []), [accounts, query.data]);
  return { ...query, ranked };
}
