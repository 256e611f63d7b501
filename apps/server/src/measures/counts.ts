import type { GraphFailure } from '../clients/instagram-graph/graph-failure.ts';
import type { GraphUsage } from '../clients/instagram-graph/graph-usage.ts';
import type { Clock } from '../platform/clock.ts';
import type { Answered } from '../platform/http/http-server.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';

// Bounds of what is promised: half of all answers within 40 ms, p95 within 200, p99 within 500.
const answerBuckets = [0.04, 0.2, 0.5, 1, 5];
const latenessBuckets = [0.05, 0.25, 1, 2, 15];
// Meta's limits are those of the last hour.
const usageHolds = 3_600_000;
// Those that Meta documents; anything else counts as one, so that no answer can invent series.
const knownCodes = new Set([1, 2, 3, 4, 10, 17, 24, 32, 100, 102, 190, 200, 341, 368, 613, 80_001, 80_002].map(String));

/** What is counted as it happens. */
export function createCounts(metrics: Metrics, clock: Clock) {
  const answered = metrics.histogram({
    name: 'http_duration_seconds',
    help: 'How long answers took, by the template of their route; live streams are not among them',
    labels: ['method', 'route', 'status'],
    buckets: answerBuckets,
  });
  const dropped = metrics.counter({
    name: 'sse_dropped_total',
    help: 'Live streams that were cut off because their reader was too slow',
  });
  const pingLateness = metrics.histogram({
    name: 'sse_ping_lateness_seconds',
    help: 'How much later than planned pings went out',
    buckets: latenessBuckets,
  });
  const attempts = metrics.counter({
    name: 'job_attempts_total',
    help: 'Jobs that were run, by lane and how they ended',
    labels: ['lane', 'outcome'],
  });
  const calls = metrics.counter({ name: 'graph_calls_total', help: 'Calls as Meta counts them' });
  const requests = metrics.counter({ name: 'graph_requests_total', help: 'HTTP requests to the Graph API' });
  const failures = metrics.counter({
    name: 'graph_failures_total',
    help: 'What the Graph API refused, items of batches too, by the kind of failure and Meta’s code',
    labels: ['kind', 'code'],
  });
  const usage = new Map<string, { scope: 'app' | 'account'; percent: number; at: number }>();

  return {
    answered({ method, route, status, seconds }: Answered) {
      // Files of the web app are one; their names change with every release.
      const known = route?.startsWith('/api/') ? { method, route } : { method: 'any', route: 'other' };
      answered(seconds, { ...known, status: `${Math.floor(status / 100)}xx` });
    },
    streamDropped: () => dropped(),
    pinged: (lateSeconds: number) => pingLateness(lateSeconds),
    jobTried: ({ lane, isDone }: { lane: string; isDone: boolean }) =>
      attempts({ lane, outcome: isDone ? 'done' : 'failed' }),
    graphCalled(made: number) {
      calls({}, made);
      requests();
    },
    graphFailed({ kind, code }: GraphFailure) {
      const told = code === null ? 'none' : String(code);
      failures({ kind, code: told === 'none' || knownCodes.has(told) ? told : 'other' });
    },
    graphUsed({ app, accounts }: GraphUsage) {
      const at = clock().getTime();
      for (const [scope, known] of usage) if (at - known.at > usageHolds) usage.delete(scope);
      if (app !== null) usage.set('app', { scope: 'app', percent: app, at });
      for (const { accountId, percent } of accounts)
        usage.set(`account:${accountId}`, { scope: 'account', percent, at });
    },
    /** The app's own, and that of the account which is nearest to its limit. */
    readGraphUsage() {
      const since = clock().getTime() - usageHolds;
      const fresh = [...usage.values()].filter(({ at }) => at >= since);
      return (['app', 'account'] as const).map((scope) => ({
        labels: { scope },
        value: Math.max(0, ...fresh.filter((known) => known.scope === scope).map(({ percent }) => percent)),
      }));
    },
  };
}

export type Counts = ReturnType<typeof createCounts>;
