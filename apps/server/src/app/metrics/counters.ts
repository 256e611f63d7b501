import type { Clock } from '../../platform/clock.ts';
import type { ResponseInfo } from '../../platform/http/http-server.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { DroppedPart, GraphError, GraphUsage } from '../../networks/instagram/index.ts';

// Bucket bounds match the latency targets: median within 40 ms, p95 within 200 ms, p99 within 500 ms.
const responseBuckets = [0.04, 0.2, 0.5, 1, 5];
const pingDelayBuckets = [0.05, 0.25, 1, 2, 15];
// Meta's limits apply to the last hour.
const usageValidMillis = 3_600_000;
// The codes that Meta documents. Any other is counted as `other`, so that a response cannot create new series.
const knownCodes = new Set([1, 2, 3, 4, 10, 17, 24, 32, 100, 102, 190, 200, 341, 368, 613, 80_001, 80_002].map(String));

export function createCounters(metrics: Metrics, clock: Clock) {
  const answered = metrics.histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time by route template, excluding live streams',
    labels: ['method', 'route', 'status'],
    buckets: responseBuckets,
  });
  const dropped = metrics.counter({
    name: 'sse_connections_dropped_total',
    help: 'Live streams closed because the client was too slow',
  });
  const pingDelay = metrics.histogram({
    name: 'sse_ping_delay_seconds',
    help: 'Delay of pings behind schedule',
    buckets: pingDelayBuckets,
  });
  const attempts = metrics.counter({
    name: 'job_attempts_total',
    help: 'Job attempts by lane and outcome',
    labels: ['lane', 'outcome'],
  });
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

  return {
    answered({ method, route, status, seconds }: ResponseInfo) {
      // The web app's files share one label, because their names change with every release.
      const known = route?.startsWith('/api/') ? { method, route } : { method: 'any', route: 'other' };
      answered(seconds, { ...known, status: `${Math.floor(status / 100)}xx` });
    },
    streamDropped: () => dropped(),
    pinged: (delaySeconds: number) => pingDelay(delaySeconds),
    jobTried: ({ lane, isDone }: { lane: string; isDone: boolean }) =>
      attempts({ lane, outcome: isDone ? 'succeeded' : 'failed' }),
    graphCalled(made: number) {
      calls({}, made);
      requests();
    },
    graphFailed({ kind, code }: GraphError) {
      const reported = code === null ? 'none' : String(code);
      failures({ kind, code: reported === 'none' || knownCodes.has(reported) ? reported : 'other' });
    },
    graphDropped: ({ part, count }: DroppedPart) => droppedParts({ part }, count),
    graphUsed({ app, accounts }: GraphUsage) {
      const at = clock().getTime();
      for (const [scope, known] of usage) if (at - known.at > usageValidMillis) usage.delete(scope);
      if (app !== null) usage.set('app', { scope: 'app', percent: app, at });
      for (const { accountId, percent } of accounts)
        usage.set(`account:${accountId}`, { scope: 'account', percent, at });
    },
    /** Returns usage by the app, and by the account nearest to its limit. */
    readGraphUsage() {
      const since = clock().getTime() - usageValidMillis;
      const fresh = [...usage.values()].filter(({ at }) => at >= since);
      return (['app', 'account'] as const).map((scope) => ({
        labels: { scope },
        value: Math.max(0, ...fresh.filter((known) => known.scope === scope).map(({ percent }) => percent)) / 100,
      }));
    },
  };
}

export type Counts = ReturnType<typeof createCounters>;
