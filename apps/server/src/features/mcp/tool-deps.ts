import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { AccountIds, listAccounts, type NetworkMetrics } from '@tidemark/contract';
import { hasCard } from '@tidemark/presentation';
import { networkMetrics, networkNames, toCommonMetrics } from '../../metrics/network-metrics.ts';
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

type Card = NetworkMetrics['cards'][number];

interface AskedAccounts {
  ids: string[];
  /** What all their networks have of the metrics; null for everything. */
  metrics: NetworkMetrics | null;
  has: (metric: Card) => boolean;
  /** Throws if a network does not count a metric: a zero would look like an answer. */
  require: (metric: Card) => void;
}

/** Returns the accounts that a tool is asked about; all without IDs. */
export async function readAccounts(
  call: CallEndpoint,
  accountIds: readonly string[] | undefined,
): Promise<AskedAccounts> {
  const { accounts } = await call(listAccounts, {});
  if (!accountIds && accounts.length === 0)
    throw new ApiError('account_not_found', undefined, { message: 'No account is linked.' });
  const ids = accountIds ? [...accountIds] : accounts.slice(0, 100).map(({ _id }) => _id);
  const types = [...new Set(accounts.flatMap(({ _id, type }) => (ids.includes(_id) ? type : [])))];
  const metrics = toCommonMetrics(types);
  const has = (metric: Card) => hasCard(metrics, metric);
  return {
    ids,
    metrics,
    has,
    require(metric) {
      if (has(metric)) return;
      const lacking = types.find((type) => !hasCard(networkMetrics[type], metric));
      const message = `${lacking ? networkNames[lacking] : 'The network'} does not count ${metric}.`;
      throw new ApiError('invalid_input', undefined, { message });
    },
  };
}

/** Returns the IDs of the accounts that a tool is asked about, for answers that do not depend on their networks. */
export async function toAccountIds(call: CallEndpoint, accountIds: readonly string[] | undefined): Promise<string[]> {
  return accountIds ? [...accountIds] : (await readAccounts(call, undefined)).ids;
}
