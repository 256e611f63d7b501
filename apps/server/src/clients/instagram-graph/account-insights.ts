import { z } from 'zod';
import { addDays, dayIn, startOfDay } from '../../platform/clock.ts';
import { batchSize, type BatchItem, type GraphCaller, type GraphHttp, type Parameters } from './graph-http.ts';
import { InsightReply, cellsOf, metricNamed, totalOf } from './insight-reply.ts';

/** The figures of one day as Instagram gives them; a key that is absent was not given. */
export type DayFigures = Partial<Record<DayFigure, number | null>>;
type Surface = 'post' | 'reel' | 'story' | 'carousel' | 'other';
type DayFigure =
  | 'reach'
  | 'views'
  | 'interactions'
  | 'likes'
  | 'comments'
  | 'saves'
  | 'shares'
  | 'replies'
  | 'reposts'
  | 'engaged'
  | 'profile_links_taps'
  | 'follows'
  | 'unfollows'
  | `${'reach' | 'views'}_${'follower' | 'non_follower'}`
  | `${'reach' | 'views' | 'interactions'}_${Surface}`;

// A breakdown applies to every metric of a call, so metrics are asked for by the breakdown they take.
const groups = {
  surface: {
    metrics: ['views', 'reach', 'total_interactions', 'likes', 'comments', 'saves', 'shares'],
    breakdown: 'media_product_type',
  },
  follow: { metrics: ['views', 'reach', 'follows_and_unfollows'], breakdown: 'follow_type' },
  plain: { metrics: ['accounts_engaged', 'replies', 'reposts', 'profile_links_taps'], breakdown: undefined },
} as const;
type Group = keyof typeof groups;

const FollowersCount = z.object({ followers_count: z.number().optional() });

const surfaces: Record<string, Surface> = {
  POST: 'post',
  FEED: 'post',
  REEL: 'reel',
  REELS: 'reel',
  STORY: 'story',
  STORIES: 'story',
  CAROUSEL_CONTAINER: 'carousel',
  CAROUSEL_ALBUM: 'carousel',
};

export interface FetchedDays {
  /** Only the days for which Instagram gave anything. */
  days: Map<string, DayFigures>;
  /** Metrics that Instagram refuses for this account, the ones known before included. */
  refused: string[];
}

export interface WindowTotals {
  days: number;
  endDay: string;
  reach: number | null;
  engaged: number | null;
}

/** Account insights by Instagram's own days, in the zone that it counts them in. */
export function createAccountInsights(graph: GraphHttp, { dayZone }: { dayZone: string }) {
  const bounds = (from: string, to: string) => ({
    since: Math.floor(startOfDay(dayZone, from).getTime() / 1000),
    until: Math.floor(startOfDay(dayZone, addDays(to, 1)).getTime() / 1000),
  });

  async function readAll(caller: GraphCaller, reads: { path: string; parameters: Parameters }[]): Promise<BatchItem[]> {
    const items: BatchItem[] = [];
    for (let at = 0; at < reads.length; at += batchSize)
      items.push(...(await graph.batch(caller, reads.slice(at, at + batchSize))));
    // One metric refused is this account's matter; anything else stops the whole read, to be tried again or given up.
    for (const item of items) if (!item.ok && item.failure.kind !== 'permanent') throw item.failure;
    return items;
  }

  function groupRead(accountId: string, day: string, group: Group, metrics: readonly string[]) {
    return {
      path: `${accountId}/insights`,
      parameters: {
        metric: metrics.join(','),
        period: 'day',
        metric_type: 'total_value',
        breakdown: groups[group].breakdown,
        ...bounds(day, day),
      },
    };
  }

  /** The metrics of a group that Instagram refuses on a day, found by asking for each alone. */
  async function findRefused(
    caller: GraphCaller,
    accountId: string,
    day: string,
    group: Group,
    metrics: readonly string[],
  ): Promise<string[]> {
    const items = await readAll(
      caller,
      metrics.map((metric) => groupRead(accountId, day, group, [metric])),
    );
    return metrics.filter((_, index) => !items[index]?.ok);
  }

  return {
    dayOf: (instant: Date) => dayIn(dayZone, instant),

    /** A window of at most 30 days. Daily reach comes as a series: single old days have been seen to answer 0. */
    async fetchDays(
      caller: GraphCaller,
      accountId: string,
      { from, to }: { from: string; to: string },
      alreadyRefused: readonly string[],
    ): Promise<FetchedDays> {
      const refused = new Set(alreadyRefused);
      const wanted: { day: string; group: Group }[] = [];
      for (let day = to; day >= from; day = addDays(day, -1)) {
        for (const group of ['surface', 'follow', 'plain'] as const) wanted.push({ day, group });
      }
      const found = new Map<string, DayFigures>();
      const series = {
        path: `${accountId}/insights`,
        parameters: { metric: 'reach', period: 'day', metric_type: 'time_series', ...bounds(from, to) },
      };

      let open = wanted;
      for (let round = 0; round < 2 && open.length > 0; round += 1) {
        const metricsOf = (group: Group) =>
          groups[group].metrics.filter((metric) => !refused.has(`${group}:${metric}`));
        const asked = open.filter(({ group }) => metricsOf(group).length > 0);
        const reads = asked.map(({ day, group }) => groupRead(accountId, day, group, metricsOf(group)));
        const items = await readAll(caller, round === 0 ? [...reads, series] : reads);
        if (round === 0) addReachSeries(found, items.pop(), dayZone, { from, to });
        const failed: typeof wanted = [];
        for (const [index, item] of items.entries()) {
          const ask = asked[index];
          if (!ask) continue;
          if (item.ok) addGroup(found, ask.day, ask.group, item.body);
          else failed.push(ask);
        }
        for (const group of new Set(failed.map((ask) => ask.group))) {
          const day = failed.find((ask) => ask.group === group)?.day ?? to;
          for (const metric of await findRefused(caller, accountId, day, group, metricsOf(group)))
            refused.add(`${group}:${metric}`);
        }
        open = failed;
      }
      return { days: found, refused: [...refused] };
    },

    /**
     * Followers now, and at the end of yesterday: now without those who came today, with those who left. Both come
     * from one batch, so that nobody follows in between.
     */
    async fetchFollowersNow(
      caller: GraphCaller,
      accountId: string,
      today: string,
    ): Promise<{ now: number | null; endOfYesterday: { day: string; followers: number } | null }> {
      const [profile, moves] = await readAll(caller, [
        { path: accountId, parameters: { fields: 'followers_count' } },
        groupRead(accountId, today, 'follow', ['follows_and_unfollows']),
      ]);
      const now = profile?.ok ? (FollowersCount.parse(profile.body).followers_count ?? null) : null;
      const cells = moves?.ok
        ? cellsOf(metricNamed(InsightReply.parse(moves.body), 'follows_and_unfollows'), 'follow_type')
        : null;
      if (now === null || !cells) return { now, endOfYesterday: null };
      const followers = now - (cells.get('FOLLOWER') ?? 0) + (cells.get('NON_FOLLOWER') ?? 0);
      return { now, endOfYesterday: { day: addDays(today, -1), followers } };
    },

    /** The people reached and engaged over whole windows, each counted once: Instagram's own numbers. */
    async fetchWindows(
      caller: GraphCaller,
      accountId: string,
      windows: { endDay: string; days: number }[],
    ): Promise<WindowTotals[]> {
      const items = await readAll(
        caller,
        windows.map(({ endDay, days }) => ({
          path: `${accountId}/insights`,
          parameters: {
            metric: 'reach,accounts_engaged',
            period: 'day',
            metric_type: 'total_value',
            ...bounds(addDays(endDay, 1 - days), endDay),
          },
        })),
      );
      return windows.flatMap(({ endDay, days }, index) => {
        const item = items[index];
        if (!item?.ok) return [];
        const reply = InsightReply.parse(item.body);
        return [
          {
            endDay,
            days,
            reach: totalOf(metricNamed(reply, 'reach')),
            engaged: totalOf(metricNamed(reply, 'accounts_engaged')),
          },
        ];
      });
    },
  };
}

export type AccountInsights = ReturnType<typeof createAccountInsights>;

function figuresOf(found: Map<string, DayFigures>, day: string): DayFigures {
  const figures = found.get(day) ?? {};
  found.set(day, figures);
  return figures;
}

function addGroup(found: Map<string, DayFigures>, day: string, group: Group, body: unknown): void {
  const reply = InsightReply.parse(body);
  if (reply.data.length === 0) return;
  const figures = figuresOf(found, day);
  const total = (name: string) => totalOf(metricNamed(reply, name));
  if (group === 'plain') {
    Object.assign(figures, {
      engaged: total('accounts_engaged'),
      replies: total('replies'),
      reposts: total('reposts'),
      profile_links_taps: total('profile_links_taps'),
    });
    return;
  }
  if (group === 'follow') {
    for (const name of ['reach', 'views'] as const) {
      const cells = cellsOf(metricNamed(reply, name), 'follow_type');
      if (cells)
        Object.assign(figures, {
          [`${name}_follower`]: cells.get('FOLLOWER') ?? 0,
          [`${name}_non_follower`]: cells.get('NON_FOLLOWER') ?? 0,
        });
    }
    // Here FOLLOWER means "became one" and NON_FOLLOWER "is none any more".
    const moves = cellsOf(metricNamed(reply, 'follows_and_unfollows'), 'follow_type');
    if (moves)
      Object.assign(figures, { follows: moves.get('FOLLOWER') ?? 0, unfollows: moves.get('NON_FOLLOWER') ?? 0 });
    return;
  }
  figures.views = total('views');
  figures.reach ??= total('reach');
  Object.assign(figures, {
    interactions: total('total_interactions'),
    likes: total('likes'),
    comments: total('comments'),
    saves: total('saves'),
    shares: total('shares'),
  });
  for (const [prefix, name] of [
    ['reach', 'reach'],
    ['views', 'views'],
    ['interactions', 'total_interactions'],
  ] as const) {
    const cells = cellsOf(metricNamed(reply, name), 'media_product_type');
    if (!cells) continue;
    for (const surface of ['post', 'reel', 'story', 'carousel', 'other'] as const) figures[`${prefix}_${surface}`] = 0;
    for (const [value, count] of cells) {
      const key = `${prefix}_${surfaces[value] ?? 'other'}` as const;
      figures[key] = (figures[key] ?? 0) + count;
    }
  }
}

function addReachSeries(
  found: Map<string, DayFigures>,
  item: BatchItem | undefined,
  zone: string,
  { from, to }: { from: string; to: string },
): void {
  if (!item?.ok) return;
  const reach = metricNamed(InsightReply.parse(item.body), 'reach');
  for (const { value, end_time } of reach?.values ?? []) {
    if (typeof value !== 'number' || !end_time) continue;
    // `end_time` is the midnight at which the day ends.
    const day = dayIn(zone, new Date(Date.parse(end_time.replace('+0000', 'Z')) - 1));
    if (day >= from && day <= to) figuresOf(found, day).reach = value;
  }
}
