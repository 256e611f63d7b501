import { addDays, dayIn, startOfDay } from '../../platform/clock.ts';
import { addAudience, addPlain, addSurfaces, addTaps, toHours, type DayFigures } from './day-figures.ts';
import type { BatchItem, GraphCaller, GraphHttp } from './graph-http.ts';
import { InsightReply, metricNamed, totalOf } from './insight-reply.ts';
import { readAll, throwCommonFailure, type Read, type Reading } from './reading.ts';

// A breakdown applies to every metric of a call, so metrics are asked for by the breakdown they take.
const groups = {
  surface: {
    metrics: ['views', 'reach', 'total_interactions', 'likes', 'comments', 'saves', 'shares'],
    breakdown: 'media_product_type',
    add: addSurfaces,
  },
  follow: { metrics: ['views', 'reach', 'follows_and_unfollows'], breakdown: 'follow_type', add: addAudience },
  plain: {
    metrics: ['accounts_engaged', 'replies', 'reposts', 'profile_links_taps', 'profile_views', 'website_clicks'],
    breakdown: undefined,
    add: addPlain,
  },
  taps: { metrics: ['profile_links_taps'], breakdown: 'contact_button_type', add: addTaps },
} as const;
type Group = keyof typeof groups;
interface Ask {
  day: string;
  group: Group;
}

// Instagram's follower_count covers the last 30 days without today, and online_followers the same.
const seriesDays = 29;

/** Daily figures as one batch brought them; `failed` is what a refused metric has spoilt. */
export interface ReadDays {
  /** Only the days for which Instagram gave anything. */
  days: Map<string, DayFigures>;
  refused: Set<string>;
  failed: Ask[];
}

export interface FetchedDays {
  days: Map<string, DayFigures>;
  /** Metrics that Instagram refuses for this account, as `group:metric`, the ones known before included. */
  refused: string[];
}

export interface WindowTotals {
  days: number;
  endDay: string;
  reach: number | null;
  engaged: number | null;
}

/** Followers online in each hour of a day, in Instagram's own hours. */
export interface OnlineDay {
  day: string;
  hours: (number | null)[];
}

/** Account insights by Instagram's own days, in the zone that it counts them in. */
export function createAccountInsights(graph: GraphHttp, { dayZone }: { dayZone: string }) {
  const bounds = (from: string, to: string) => ({
    since: Math.floor(startOfDay(dayZone, from).getTime() / 1000),
    until: Math.floor(startOfDay(dayZone, addDays(to, 1)).getTime() / 1000),
  });
  const insights = (accountId: string, parameters: Read['parameters']): Read => ({
    path: `${accountId}/insights`,
    parameters: { period: 'day', ...parameters },
  });

  function groupRead(accountId: string, { day, group }: Ask, metrics: readonly string[]): Read {
    return insights(accountId, {
      metric: metrics.join(','),
      metric_type: 'total_value',
      breakdown: groups[group].breakdown,
      ...bounds(day, day),
    });
  }

  const metricsOf = (group: Group, refused: ReadonlySet<string>) =>
    groups[group].metrics.filter((metric) => !refused.has(`${group}:${metric}`));

  /**
   * The figures of each day of a window of at most 30. Daily reach comes as a series, because single old days have been
   * seen to answer 0. The buttons of a profile are asked with the other figures only when `withTaps` says so.
   */
  function daysReading(
    accountId: string,
    { from, to, today, refused, withTaps }: DaysWanted,
  ): Reading<ReadDays> & { asked: Ask[] } {
    const known = new Set(refused);
    const kinds: Group[] = withTaps ? ['surface', 'follow', 'plain', 'taps'] : ['surface', 'follow', 'plain'];
    const asked = daysDown(from, to)
      .flatMap((day) => kinds.map((group) => ({ day, group })))
      .filter(({ group }) => metricsOf(group, known).length > 0);
    const moves = { from: later(from, addDays(today, -seriesDays)), to: earlier(to, addDays(today, -1)) };
    const series = [
      insights(accountId, { metric: 'reach', metric_type: 'time_series', ...bounds(from, to) }),
      ...(moves.from <= moves.to
        ? [
            insights(accountId, {
              metric: 'follower_count',
              metric_type: 'time_series',
              ...bounds(moves.from, moves.to),
            }),
          ]
        : []),
    ];
    return {
      asked,
      needsPermission: true,
      reads: [...series, ...asked.map((ask) => groupRead(accountId, ask, metricsOf(ask.group, known)))],
      take(items) {
        const days = new Map<string, DayFigures>();
        addSeries(days, items[0], { metric: 'reach', figure: 'reach', zone: dayZone, from, to });
        if (series.length > 1)
          addSeries(days, items[1], { metric: 'follower_count', figure: 'new_followers', zone: dayZone, from, to });
        return { days, refused: known, failed: addGroups(days, asked, items.slice(series.length)) };
      },
    };
  }

  /** The metrics of a group that Instagram refuses on a day, found by asking for each alone. */
  async function findRefused(caller: GraphCaller, accountId: string, ask: Ask, metrics: readonly string[]) {
    const items = await readAll(
      graph,
      caller,
      metrics.map((metric) => groupRead(accountId, ask, [metric])),
    );
    throwCommonFailure(items, { needsPermission: true });
    // Refused one by one they are all refused for another reason, which is no metric's own.
    const [first] = items;
    if (metrics.length > 1 && first?.ok === false && items.every(({ ok }) => !ok)) throw first.failure;
    return metrics.filter((_, index) => !items[index]?.ok);
  }

  /** Asks again for what a refused metric has spoilt, without it. */
  async function settleDays(caller: GraphCaller, accountId: string, read: ReadDays): Promise<FetchedDays> {
    const { days, refused, failed } = read;
    if (failed.length > 0) {
      for (const group of new Set(failed.map((ask) => ask.group))) {
        const first = failed.find((ask) => ask.group === group);
        if (!first) continue;
        for (const metric of await findRefused(caller, accountId, first, metricsOf(group, refused)))
          refused.add(`${group}:${metric}`);
      }
      const again = failed.filter(({ group }) => metricsOf(group, refused).length > 0);
      const items = await readAll(
        graph,
        caller,
        again.map((ask) => groupRead(accountId, ask, metricsOf(ask.group, refused))),
      );
      throwCommonFailure(items, { needsPermission: true });
      addGroups(days, again, items);
    }
    return { days, refused: [...refused] };
  }

  /** The people reached and engaged over whole windows, each counted once: Instagram's own numbers. */
  function windowsReading(accountId: string, windows: { endDay: string; days: number }[]): Reading<WindowTotals[]> {
    return {
      reads: windows.map(({ endDay, days }) =>
        insights(accountId, {
          metric: 'reach,accounts_engaged',
          metric_type: 'total_value',
          ...bounds(addDays(endDay, 1 - days), endDay),
        }),
      ),
      take: (items) =>
        windows.flatMap(({ endDay, days }, index) => {
          const item = items[index];
          if (!item?.ok) return [];
          const reply = InsightReply.parse(item.body);
          const [reach, engaged] = [metricNamed(reply, 'reach'), metricNamed(reply, 'accounts_engaged')];
          return [{ endDay, days, reach: totalOf(reach), engaged: totalOf(engaged) }];
        }),
    };
  }

  /** Followers online by hour. Under 100 followers, and on many days, Instagram gives nothing. */
  function onlineReading(accountId: string, { from, to, today }: DayRange & { today: string }): Reading<OnlineDay[]> {
    const range = { from: later(from, addDays(today, -seriesDays)), to: earlier(to, addDays(today, -1)) };
    if (range.from > range.to) return { reads: [], take: () => [] };
    return {
      reads: [
        insights(accountId, {
          metric: 'online_followers',
          period: 'lifetime',
          metric_type: 'time_series',
          ...bounds(range.from, range.to),
        }),
      ],
      take([item]) {
        if (!item?.ok) return [];
        const metric = metricNamed(InsightReply.parse(item.body), 'online_followers');
        return (metric?.values ?? []).flatMap(({ value, end_time }) => {
          const hours = toHours(value);
          return hours && end_time ? [{ day: endedDay(dayZone, end_time), hours }] : [];
        });
      },
    };
  }

  return {
    dayOf: (instant: Date) => dayIn(dayZone, instant),
    startOf: (day: string) => startOfDay(dayZone, day),
    daysReading,
    settleDays,
    windowsReading,
    onlineReading,

    /** The rest of a window that was read without the buttons: those of the days on which somebody tapped one. */
    async finishDays(caller: GraphCaller, accountId: string, read: ReadDays): Promise<FetchedDays> {
      const found = await settleDays(caller, accountId, read);
      const asks = [...found.days]
        .filter(([, figures]) => (figures.profile_links_taps ?? 0) > 0)
        .map(([day]) => ({ day, group: 'taps' as const }))
        .filter(() => metricsOf('taps', read.refused).length > 0);
      const items = await readAll(
        graph,
        caller,
        asks.map((ask) => groupRead(accountId, ask, groups.taps.metrics)),
      );
      throwCommonFailure(items, { needsPermission: true });
      addGroups(found.days, asks, items);
      return found;
    },
  };
}

interface DayRange {
  from: string;
  to: string;
}

export interface DaysWanted extends DayRange {
  today: string;
  /** Metrics known to be refused, as `group:metric`. */
  refused: readonly string[];
  withTaps: boolean;
}

export type AccountInsights = ReturnType<typeof createAccountInsights>;

/** Adds what came, and returns what did not. */
function addGroups(days: Map<string, DayFigures>, asked: readonly Ask[], items: BatchItem[]): Ask[] {
  return asked.filter(({ day, group }, index) => {
    const item = items[index];
    if (!item?.ok) return true;
    const reply = InsightReply.parse(item.body);
    if (reply.data.length > 0) groups[group].add(figuresOf(days, day), reply);
    return false;
  });
}

function addSeries(
  days: Map<string, DayFigures>,
  item: BatchItem | undefined,
  wanted: DayRange & { metric: string; figure: 'reach' | 'new_followers'; zone: string },
): void {
  if (!item?.ok) return;
  for (const { value, end_time } of metricNamed(InsightReply.parse(item.body), wanted.metric)?.values ?? []) {
    if (typeof value !== 'number' || !end_time) continue;
    const day = endedDay(wanted.zone, end_time);
    if (day >= wanted.from && day <= wanted.to) figuresOf(days, day)[wanted.figure] = value;
  }
}

function figuresOf(days: Map<string, DayFigures>, day: string): DayFigures {
  const figures = days.get(day) ?? {};
  days.set(day, figures);
  return figures;
}

/** `end_time` is the midnight at which the day ends. */
function endedDay(zone: string, endTime: string): string {
  return dayIn(zone, new Date(Date.parse(endTime.replace('+0000', 'Z')) - 1));
}

function daysDown(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = to; day >= from; day = addDays(day, -1)) days.push(day);
  return days;
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
