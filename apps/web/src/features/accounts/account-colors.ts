import type { AccountId } from '@tidemark/contract';

const colors = 10;

export interface AccountColor {
  color: string;
  /** The second ten accounts have the same colours with a dashed line and a hollow ring. */
  dashed: boolean;
}

export function accountColor(index: number): string {
  return `var(--s${(index % colors) + 1})`;
}

/** Assigns colours by position in the whole list. */
export function toAccountColors(accounts: readonly { _id: AccountId }[]): Map<AccountId, AccountColor> {
  return new Map(
    accounts.map(({ _id }, index) => [_id, { color: accountColor(index), dashed: index % (2 * colors) >= colors }]),
  );
}
