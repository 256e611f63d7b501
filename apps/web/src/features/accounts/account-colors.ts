import type { AccountId } from '@tidemark/contract';
import { useMemo } from 'react';
import { useAccounts } from './use-accounts.ts';

const colors = 10;

export interface AccountColor {
  color: string;
  /** The second ten accounts have the same colours with a dashed line and a hollow ring. */
  dashed: boolean;
}

export function accountColor(index: number): string {
  return `var(--s${(index % colors) + 1})`;
}

/** By position in the whole list, so that toggling accounts never changes a colour. */
export function useAccountColors(): Map<AccountId, AccountColor> {
  const { accounts } = useAccounts();
  return useMemo(
    () =>
      new Map(
        accounts.map(({ _id }, index) => [_id, { color: accountColor(index), dashed: index % (2 * colors) >= colors }]),
      ),
    [accounts],
  );
}
