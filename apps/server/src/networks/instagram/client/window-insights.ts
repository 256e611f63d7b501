import { addDays } from '@tidemark/contract';
import type { BatchItem } from './batch-item.ts';
import { isTooLongRange } from './graph-error.ts';
import type { GraphHttp } from './graph-http.ts';
import { InsightReply, metricNamed, toCells, toTotal } from './insight-reply.ts';
import type { InsightRequests } from './insight-requests.ts';
import { reportRefused, type BatchQuery, type Read } from './batch-reads.ts';
import type { InsightWindow, WindowTotals } from '../../../features/sync/index.ts';

/** Metrics about unique people; Instagram may refuse their total over more than 30 days. */
export type LongTotal = 'reach' | 'accounts_engaged';

/** Fetches insights over windows of days. */
export function createWindowInsights(graph: GraphHttp, { insights, totalBounds }: InsightRequests) {
  function read(accountId: string, { endDay, days }: InsightWindow, metric: LongTotal): Read {
    return insights(accountId, {
      metric_type: 'total_value',
      metric,
      // Only reach can be broken down by followers and others, so that a window takes two calls.
      ...(metric === 'reach' ? { breakdown: 'follow_type' } : {}),
      ...totalBounds(addDays(endDay, 1 - days), endDay),
    });
  }

  function toTotals(window: InsightWindow, [reached, engaged]: readonly (BatchItem | undefined)[]): WindowTotals[] {
    const [people, active] = [reached, engaged].map((item) => (item?.ok ? InsightReply.parse(item.body) : undefined));
    if (!people && !active) return [];
    const reach = people && metricNamed(people, 'reach');
    const cells = toCells(reach, 'follow_type', 'people');
    return [
      {
        ...window,
        reach: toTotal(reach),
        reachNonFollower: cells ? (cells.get('NON_FOLLOWER') ?? 0) : null,
        engaged: toTotal(active && metricNamed(active, 'accounts_engaged')),
      },
    ];
  }

  /** Queries people reached and engaged over whole windows of up to 30 days, each counted once by Instagram. */
  function windowsQuery(accountId: string, windows: readonly InsightWindow[]): BatchQuery<WindowTotals[]> {
    return {
      reads: windows.flatMap((window) => [
        read(accountId, window, 'reach'),
        read(accountId, window, 'accounts_engaged'),
      ]),
      take(items) {
        reportRefused(graph, 'window', items);
        return windows.flatMap((window, index) => toTotals(window, items.slice(index * 2, index * 2 + 2)));
      },
    };
  }

  /**
   * Queries the same over more than 30 days, for the metrics that the host may accept; also returns those that it
   * refuses.
   */
  function longWindowsQuery(
    accountId: string,
    windows: readonly InsightWindow[],
    metrics: readonly LongTotal[],
  ): BatchQuery<{ windows: WindowTotals[]; refused: LongTotal[] }> {
    return {
      reads: windows.flatMap((window) => metrics.map((metric) => read(accountId, window, metric))),
      take(items) {
        const find = (index: number, metric: LongTotal) => {
          const at = metrics.indexOf(metric);
          return at < 0 ? undefined : items[index * metrics.length + at];
        };
        return {
          windows: windows.flatMap((window, index) =>
            toTotals(window, [find(index, 'reach'), find(index, 'accounts_engaged')]),
          ),
          refused: metrics.filter((metric) =>
            windows.some((_, index) => {
              const item = find(index, metric);
              return item?.ok === false && isTooLongRange(item.failure);
            }),
          ),
        };
      },
    };
  }

  return { windowsQuery, longWindowsQuery };
}
