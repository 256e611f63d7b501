import type { ResponseInfo } from '../../platform/http/http-server.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';

// Bucket bounds match the latency targets: median within 40 ms, p95 within 200 ms, p99 within 500 ms.
const responseBuckets = [0.04, 0.2, 0.5, 1, 5];
const pingDelayBuckets = [0.05, 0.25, 1, 2, 15];

export function createCounters(metrics: Metrics) {
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
  };
}
