import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { compareAccounts, comparedMetrics, listAccounts } from '@tidemark/contract';
import { findCompared } from '@tidemark/presentation';
import { z } from 'zod';
import { explainChanges, explainReasons, round, toChange, toExactness } from '../answer.ts';
import { toEvidence } from '../evidence-reference.ts';
import { networkNames } from '../../../metrics/network-metrics.ts';
import { metricDefinitions } from '../metric-definitions.ts';
import { pageInput, toPage } from '../paging.ts';
import { compareInput, describePeriod, periodInput, toCardBody, toComparison, toPeriod } from '../period.ts';
import { quotationNotice, quote } from '../quoted.ts';
import { accountsInput, annotations, readAccounts, type ToolDeps } from '../tool-deps.ts';

const listedPerPage = 15;
const comparedPerPage = 3;

export function registerAccountTools(server: McpServer, { call, today, dayZone, answer }: ToolDeps): void {
  server.registerTool(
    'list_accounts',
    {
      title: 'List accounts',
      description: 'Lists the linked accounts with their IDs, networks, followers, first day with data and last sync.',
      inputSchema: z.strictObject(pageInput),
      annotations,
    },
    ({ page }) =>
      answer(async () => {
        const { accounts } = await call(listAccounts, {});
        const { items, paging } = toPage(accounts, page, listedPerPage);
        return {
          accounts: items.map((account) => ({
            accountId: account._id,
            network: networkNames[account.type],
            username: account.username,
            quoted: { name: quote(account.metadata.name ?? '', 60) },
            followers: account.metadata.followersCount,
            posts: account.metadata.mediaCount,
            dataSince: account.earliestDate,
            syncedAt: account.lastSyncAt,
            problem: account.problem?.code ?? null,
          })),
          units: { followers: 'followers', posts: 'posts' },
          period: { asOf: 'syncedAt' },
          exact: true,
          evidence: toEvidence(
            'followers',
            { from: today, to: today },
            items.map(({ _id }) => _id),
          ),
          method: 'The counts that the account’s network reported at the last sync.',
          today,
          paging,
          notice: quotationNotice,
        };
      }),
  );

  server.registerTool(
    'compare_accounts',
    {
      title: 'Compare accounts',
      description: `Compares accounts over the same days by ${comparedMetrics.join(', ')}.`,
      inputSchema: z.strictObject({ ...accountsInput, ...periodInput, ...compareInput, ...pageInput }),
      annotations,
    },
    ({ accountIds, from, to, compareWith, page }) =>
      answer(async () => {
        const period = toPeriod({ from, to }, today);
        const comparison = toComparison(period, compareWith);
        const asked = await readAccounts(call, accountIds);
        const compared = comparedMetrics.filter(asked.has);
        const { items: ids, paging } = toPage(asked.ids, page, comparedPerPage);
        if (ids.length === 0) return { accounts: [], paging };
        const { accounts } = await call(compareAccounts, {
          body: { ...toCardBody(period, comparison), accountIds: ids },
        });
        const values = accounts.flatMap((account) => compared.flatMap((name) => findCompared(account, name) ?? []));
        return {
          accounts: accounts.map((account) => ({
            accountId: account.accountId,
            hasData: account.hasData,
            metrics: account.hasData
              ? Object.fromEntries(
                  compared.map((name) => {
                    const value = findCompared(account, name);
                    return [name, value && { value: round(value.current), ...toChange(value), ...toExactness(value) }];
                  }),
                )
              : null,
          })),
          units: Object.fromEntries(compared.map((name) => [name, metricDefinitions[name].unit])),
          period: describePeriod(period, dayZone, comparison),
          evidence: toEvidence('{metric}', period, ids),
          ...explainReasons(values),
          ...explainChanges(values),
          method: 'Each metric as get_metric computes it, for one account at a time. Resource tidemark://metrics.',
          paging,
        };
      }),
  );
}
