import { addDays, countDays } from '@tidemark/contract';
import { listDayMetrics } from '../../../metrics/day-columns.ts';
import { dayIn, startOfDay } from '../../../platform/clock.ts';
import { addAudience, addSurfaces, addTaps, addTotals } from './day-figures.ts';
import { createDaySeries, learnShift, shiftInto, type DaySeries, type SeriesRange } from './day-series.ts';
import { isBeyondRetention, refusedMetrics, type GraphError } from './graph-error.ts';
import type { BatchItem } from './batch-item.ts';
import type { GraphCaller, GraphHttp } from './graph-http.ts';
import { InsightReply } from './insight-reply.ts';
import { createInsightRequests } from './insight-requests.ts';
import { readAll, reportRefused, throwFatalFailure, type Read, type BatchQuery } from './batch-reads.ts';
import { createWindowInsights } from './window-insights.ts';
import type { DayFigures, OnlineDay, SeriesReading } from '../../../features/sync/index.ts';

// A breakdown applies to all metrics in a call, so metrics are grouped by the breakdown they support.
const groups = {
  surface: {
    metrics: listDayMetrics('surface'),
    breakdown: 'media_product_type',
    add: addSurfaces,
  },
  follow: { metrics: listDayMetrics('follow'), breakdown: 'follow_type', add: addAudience },
  plain: {
    metrics: listDayMetrics('plain'),
    breakdown: undefined,
    add: addTotals,
  },
  taps: { metrics: listDayMetrics('taps'), breakdown: 'contact_button_type', add: addTaps },
} as const;
type Group = keyof typeof groups;
interface Ask {
  day: string;
  group: Group;
}

interface FailedAsk extends Ask {
  failure: GraphError;
}

/** Daily metrics as one batch returned them; `failed` lists what a refused metric spoilt. */
export interface ReadDays {
  range: SeriesRange;
  /** Only days for which Instagram returned anything. */
  days: Map<string, DayFigures>;
  series: DaySeries;
  refused: Set<string>;
  failed: FailedAsk[];
}

export interface FetchedDays {
  days: Map<string, DayFigures>;
  /** Followers online in each hour of a day, by Instagram's hours. */
  online: OnlineDay[];
  /** Metrics that Instagram refuses for this account, as `group:metric`, including those known before. */
  refused: string[];
  /** The dates of the account's series: learned from the same days' totals, or as requested. */
  series: SeriesReading;
}

/** Instagram's cells by follow type reach back "about a year". */
const followTypeDays = 360;

/** Fetches account insights by Instagram's days, in the time zone in which it counts them. */
export function createAccountInsights(graph: GraphHttp, { dayZone }: { dayZone: string }) {
  const requests = createInsightRequests(dayZone);
  const { insights, totalBounds } = requests;
  const daySeries = createDaySeries(requests);

  function groupRead(accountId: string, { day, group }: Ask, metrics: readonly string[]): Read {
    return insights(accountId, {
      metric: metrics.join(','),
      metric_type: 'total_value',
      breakdown: groups[group].breakdown,
      ...totalBounds(day, day),
    });
  }

  /** Lists metrics; one that Instagram refuses with its surface breakdown is requested without it. */
  const listMetrics = (group: Group, refused: ReadonlySet<string>): string[] => [
    ...groups[group].metrics.filter((metric) => !refused.has(`${group}:${metric}`)),
    ...(group === 'plain'
      ? groups.surface.metrics.filter((metric) => refused.has(`surface:${metric}`) && !refused.has(`plain:${metric}`))
      : []),
  ];

  /**
   * Returns daily metrics for a window of up to 30 days. Daily reach is the day's total; its series serves to learn how
   * series are dated, and where the total is missing or 0, as seen for single old days. Profile button taps are
   * included only with `withTaps`.
   */
  function daysQuery(
    accountId: string,
    { refused, withTaps, ...range }: RequestedDays,
  ): BatchQuery<ReadDays> & { requested: Ask[] } {
    const known = new Set(refused);
    const kinds: Group[] = withTaps ? ['surface', 'follow', 'plain', 'taps'] : ['surface', 'follow', 'plain'];
    const requested = listDaysDescending(range.from, range.to)
      .flatMap((day) => kinds.map((group) => ({ day, group })))
      .filter(({ group }) => listMetrics(group, known).length > 0);
    const series = daySeries.listReads(accountId, range);
    return {
      requested,
      needsPermission: true,
      reads: [...series, ...requested.map((ask) => groupRead(accountId, ask, listMetrics(ask.group, known)))],
      take(items) {
        const days = new Map<string, DayFigures>();
        const answers = items.slice(0, series.length);
        reportRefused(graph, 'series', answers);
        addRefusedBreakdowns(known, requested, items.slice(series.length));
        return {
          range,
          days,
          series: daySeries.toSeries(answers),
          refused: known,
          failed: addGroups(days, requested, items.slice(series.length), range.today),
        };
      },
    };
  }

  /** Files the series by the days that they are about, and requests them once more if they were dated differently. */
  async function fileSeries(caller: GraphCaller, accountId: string, { range, days, series }: ReadDays) {
    const totals = new Map([...days].map(([day, { reach }]) => [day, reach]));
    totals.delete(range.today);
    const learned = learnShift(series.reach, totals);
    if (!learned.isExplained)
      graph.reportDropped({ part: 'reach series', count: series.reach.length, problem: 'agrees with no totals' });
    const shift = learned.shift ?? range.shift;
    let filed = series;
    if (shift !== range.shift) {
      const answers = await readAll(graph, caller, daySeries.listReads(accountId, { ...range, shift }));
      throwFatalFailure(answers, { needsPermission: true });
      filed = daySeries.toSeries(answers);
    }
    const bounds = { ...range, shift };
    for (const { day, value } of shiftInto(filed.reach, bounds)) toFigures(days, day).reach ||= value;
    for (const { day, value } of shiftInto(filed.newFollowers, bounds)) toFigures(days, day).new_followers = value;
    const reading: SeriesReading = { shift, isLearned: learned.shift !== null };
    return {
      series: reading,
      online: shiftInto(filed.online, bounds).map(({ day, value }) => ({ day, hours: value })),
    };
  }

  /**
   * Returns a group's metrics that Instagram refuses: those named in the error, else found by requesting each alone.
   */
  async function findRefused(
    caller: GraphCaller,
    accountId: string,
    { failure, ...ask }: FailedAsk,
    metrics: readonly string[],
  ): Promise<string[]> {
    const named = refusedMetrics(failure, metrics);
    const others = metrics.filter((metric) => !named.includes(metric));
    if (named.length > 0 && others.length > 0) {
      const [rest] = await readAll(graph, caller, [groupRead(accountId, ask, others)]);
      if (rest?.ok) return named;
    }
    const items = await readAll(
      graph,
      caller,
      metrics.map((metric) => groupRead(accountId, ask, [metric])),
    );
    throwFatalFailure(items, { needsPermission: true });
    const [first] = items;
    if (metrics.length > 1 && first?.ok === false && items.every(({ ok }) => !ok)) {
      // All of them were refused: either the breakdown is, or the reason concerns no metric.
      const [bare] = await readAll(graph, caller, [
        groupRead(accountId, { ...ask, group: 'plain' }, metrics.slice(0, 1)),
      ]);
      if (ask.group === 'plain' || !bare?.ok) throw first.failure;
    }
    return metrics.filter((_, index) => !items[index]?.ok);
  }

  /** Retries what a refused metric spoilt, without that metric. */
  async function retryRefusedDays(caller: GraphCaller, accountId: string, read: ReadDays): Promise<FetchedDays> {
    const { days, refused, failed } = read;
    if (failed.length > 0) {
      for (const group of new Set(failed.map((ask) => ask.group))) {
        const first = failed.find((ask) => ask.group === group);
        if (!first) continue;
        for (const metric of await findRefused(caller, accountId, first, listMetrics(group, refused)))
          refused.add(`${group}:${metric}`);
      }
      const withoutSurfaces = failed
        .filter(
          ({ day, group }) => group === 'surface' && !failed.some((ask) => ask.group === 'plain' && ask.day === day),
        )
        .map(({ day }) => ({ day, group: 'plain' as const }));
      const again: Ask[] = [...failed, ...withoutSurfaces].filter(
        ({ group }) => listMetrics(group, refused).length > 0,
      );
      const items = await readAll(
        graph,
        caller,
        again.map((ask) => groupRead(accountId, ask, listMetrics(ask.group, refused))),
      );
      throwFatalFailure(items, { needsPermission: true });
      addGroups(days, again, items, read.range.today);
    }
    return { days, refused: [...refused], ...(await fileSeries(caller, accountId, read)) };
  }

  return {
    toDay: (instant: Date) => dayIn(dayZone, instant),
    startOf: (day: string) => startOfDay(dayZone, day),
    daysQuery,
    retryRefusedDays,
    ...createWindowInsights(graph, requests),

    /** Completes a window that was fetched without taps: fetches them for the days that have any. */
    async finishDays(caller: GraphCaller, accountId: string, read: ReadDays): Promise<FetchedDays> {
      const found = await retryRefusedDays(caller, accountId, read);
      const asks = [...found.days]
        .filter(([, figures]) => (figures.profile_links_taps ?? 0) > 0)
        .map(([day]) => ({ day, group: 'taps' as const }))
        .filter(() => listMetrics('taps', read.refused).length > 0);
      const items = await readAll(
        graph,
        caller,
        asks.map((ask) => groupRead(accountId, ask, groups.taps.metrics)),
      );
      throwFatalFailure(items, { needsPermission: true });
      addRefusedBreakdowns(read.refused, asks, items);
      addGroups(found.days, asks, items, read.range.today);
      return { ...found, refused: [...read.refused] };
    },
  };
}

export interface RequestedDays extends SeriesRange {
  /** Metrics known to be refused, as `group:metric`. */
  refused: readonly string[];
  withTaps: boolean;
}

export type AccountInsights = ReturnType<typeof createAccountInsights>;

/** Adds the metrics from groups that were answered without their breakdown. */
function addRefusedBreakdowns(refused: Set<string>, requested: readonly Ask[], items: readonly BatchItem[]): void {
  for (const [index, { group }] of requested.entries()) {
    const item = items[index];
    if (item?.ok && item.lacksBreakdown) for (const metric of groups[group].metrics) refused.add(`${group}:${metric}`);
  }
}

/** Adds the successful results and returns the failed requests; days beyond retention have no data. */
function addGroups(
  days: Map<string, DayFigures>,
  requested: readonly Ask[],
  items: BatchItem[],
  today: string,
): FailedAsk[] {
  return requested.flatMap((ask, index) => {
    const item = items[index];
    if (!item) return [];
    if (!item.ok) return isBeyondRetention(item.failure) ? [] : [{ ...ask, failure: item.failure }];
    const reply = InsightReply.parse(item.body);
    const isOld = countDays(ask.day, today) > followTypeDays;
    if (reply.data.length > 0) groups[ask.group].add(toFigures(days, ask.day), reply, { isOld });
    return [];
  });
}

function toFigures(days: Map<string, DayFigures>, day: string): DayFigures {
  const figures = days.get(day) ?? {};
  days.set(day, figures);
  return figures;
}

function listDaysDescending(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = to; day >= from; day = addDays(day, -1)) days.push(day);
  return days;
}
