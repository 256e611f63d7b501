import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { AccountIds, listAccounts } from '@tidemark/contract';
import { ApiError } from '../../platform/api-error.ts';
import type { CallEndpoint } from '../../platform/http/inject-request.ts';

export interface ToolDeps {
  /** Calls the API as the same caller. */
  call: CallEndpoint;
  /** Today in Instagram's time zone. */
  today: string;
  dayZone: string;
  /** Runs a tool and turns failures into answers. */
  answer(work: () => Promise<object>): Promise<CallToolResult>;
}

export const accountsInput = {
  accountIds: AccountIds.optional().describe('IDs from list_accounts. Default: all accounts.'),
};

/** Tools only read, and the same call has the same answer until the next sync. */
export const annotations = { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false };

export async function toAccountIds(call: CallEndpoint, accountIds: readonly string[] | undefined): Promise<string[]> {
  if (accountIds) return [...accountIds];
  const { accounts } = await call(listAccounts, {});
  if (accounts.length === 0) throw new ApiError('account_not_found', undefined, { message: 'No account is linked.' });
  return accounts.slice(0, 100).map(({ _id }) => _id);
}
