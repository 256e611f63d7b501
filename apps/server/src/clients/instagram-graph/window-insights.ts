import { addDays } from '@tidemark/contract';
import type { GraphHttp } from './graph-http.ts';
import { InsightReply, metricNamed, toCells, toTotal } from './insight-reply.ts';
import type { InsightRequests } from './insight-requests.ts';
import { reportRefused, type BatchQuery, type Read } from './batch-reads.ts';

/** A range of whole days that ends with `endDay`. */
export interface InsightWindow {
  endDay: string;
  days: number;
}

export interface WindowTotals {
  days: number;
  endDay: string;
  reach: number | null;
  reachNonFollower: number | null;
  engaged: number | null;
}

/** Insights over windows of days. */
export function createWindowInsights(graph: GraphHttp, { insights, totalBounds }: InsightRequests) {
  /**
   * People reached and engaged over whole windows, each counted once by Instagram. Two calls per window, because only
   * reach can be broken down by followers and others.
   */
  function windowsQuery(accountId: string, windows: readonly InsightWindow[]): BatchQuery<WindowTotals[]> {
    const read = ({ endDay, days }: InsightWindow, parameters: Read['parameters']) =>
      insights(accountId, {
        metric_type: 'total_value',
        ...parameters,
        ...totalBounds(addDays(endDay, 1 - days), endDay),
      });
    return {
      reads: windows.flatMap((window) => [
        read(window, { metric: 'reach', breakdown: 'follow_type' }),
        read(window, { metric: 'accounts_engaged' }),
      ]),
      take(items) {
        reportRefused(graph, 'window', items);
        return windows.flatMap((window, index) => {
          const [reached, engaged] = items
            .slice(index * 2, index * 2 + 2)
            .map((item) => (item.ok ? InsightReply.parse(item.body) : undefined));
          if (!reached && !engaged) return [];
          const reach = reached && metricNamed(reached, 'reach');
          const cells = toCells(reach, 'follow_type', 'people');
          return [
            {
              ...window,
              reach: toTotal(reach),
              reachNonFollower: cells ? (cells.get('NON_FOLLOWER') ?? 0) : null,
              engaged: toTotal(engaged && metricNamed(engaged, 'accounts_engaged')),
            },
          ];
        });
      },
    };
  }

  return { windowsQuery };
}
