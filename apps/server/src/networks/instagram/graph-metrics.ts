import type { Clock } from '../../platform/clock.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { GraphError } from './client/graph-error.ts';
import type { DroppedPart } from './client/graph-http.ts';
import type { GraphUsage } from './client/graph-usage.ts';

// Meta's limits apply to the last hour.
const usageValidMillis = 3_600_000;
// The codes that Meta documents. Any other is counted as `other`, so that a response cannot create new series.
const knownCodes = new Set([1, 2, 3, 4, 10, 17, 24, 32, 100, 102, 190, 200, 341, 368, 613, 80_001, 80_002].map(String));

/** Registers the metrics of the Graph API; returns functions that count its calls. */
export function createGraphMetrics(metrics: Metrics, clock: Clock) {
  const calls = metrics.counter({ name: 'graph_calls_total', help: 'API calls as counted by Meta' });
  const requests = metrics.counter({ name: 'graph_requests_total', help: 'HTTP requests to the Graph API' });
  const failures = metrics.counter({
    name: 'graph_errors_total',
    help: 'Graph API errors, including batch items, by kind and Meta error code',
    labels: ['kind', 'code'],
  });
  const droppedParts = metrics.counter({
    name: 'graph_skipped_parts_total',
    help: 'Invalid parts of Graph API responses that were skipped',
    labels: ['part'],
  });
  const usage = new Map<string, { scope: 'app' | 'account'; percent: number; at: number }>();
  metrics.gauge(
    {
      name: 'graph_usage_ratio',
      help: 'Used part of Meta’s rate limits (0 to 1), as last reported',
      labels: ['scope'],
    },
    () => {
      const since = clock().getTime() - usageValidMillis;
      const fresh = [...usage.values()].filter(({ at }) => at >= since);
      return (['app', 'account'] as const).map((scope) => ({
        labels: { scope },
        // The account nearest to its limit.
        value: Math.max(0, ...fresh.filter((known) => known.scope === scope).map(({ percent }) => percent)) / 100,
      }));
    },
  );

  return {
    called(made: number) {
      calls({}, made);
      requests();
    },
    failed({ kind, code }: GraphError) {
      const reported = code === null ? 'none' : String(code);
      failures({ kind, code: reported === 'none' || knownCodes.has(reported) ? reported : 'other' });
    },
    dropped: ({ part, count }: DroppedPart) => droppedParts({ part }, count),
    used({ app, accounts }: GraphUsage) {
      const at = clock().getTime();
      for (const [scope, known] of usage) if (at - known.at > usageValidMillis) usage.delete(scope);
      if (app !== null) usage.set('app', { scope: 'app', percent: app, at });
      for (const { accountId, percent } of accounts)
        usage.set(`account:${accountId}`, { scope: 'account', percent, at });
    },
  };
}
