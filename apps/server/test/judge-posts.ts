import {
  addDays,
  aggregateMedia,
  getMedia,
  getMediaActivity,
  getTopFormat,
  listMediaOfRange,
  type MediaTotals,
  queryPosts,
} from '@tidemark/contract';
import { dayIn, startOfDay } from '../src/platform/clock.ts';
import { createHourOfWeek } from './hour-of-week.ts';
import { endOfRange, type Judged, label, rangeBefore, startOfRange } from './judge-overview.ts';
import { type DayRange, total, type TruePost } from './true-figures.ts';
import type { Verdicts } from './verdicts.ts';

/** The range is in Instagram's days; a viewer in another zone sees other posts in the same range. */
const instagramZone = 'America/Los_Angeles';
const viewerZone = 'Europe/Oslo';

const lifetimeNames = ['reach', 'views', 'likes', 'comments', 'saved', 'shares', 'follows'] as const;
const deltaNames = [...lifetimeNames, 'total_interactions'] as const;

const publishedIn = (posts: readonly TruePost[], { from, to }: DayRange, zone: string) =>
  posts.filter(({ publishedAt }) => {
    const day = dayIn(zone, new Date(publishedAt));
    return day >= from && day <= to;
  });
const toKey = ({ account, id }: { account: string; id: string }) => `${account} ${id}`;

/**
 * Checks everything that the Overview page shows about posts. Lifetime totals are never marked, so each must be exact.
 */
export async function judgePosts(judged: Judged): Promise<void> {
  const { client, truth, verdicts, accounts, range } = judged;
  const name = (what: string) => label(judged, what);
  const posts = await truth.listPosts(accounts);
  const published = publishedIn(posts, range, viewerZone);
  const [feed, keys] = [published.filter(({ kind }) => kind !== 'story'), published.map(toKey).sort()];
  const body = {
    isoStart: startOfRange(range.from),
    isoEnd: endOfRange(range.to),
    accountIds: accounts,
    timeZone: viewerZone,
  };
  const mediaBody = { ...body, platform: 'instagram' as const };

  const listed = await client.call(listMediaOfRange, { body });
  verdicts.equal(
    name('media'),
    listed.map(({ accountId, mediaId }) => toKey({ account: accountId, id: mediaId })).sort(),
    keys,
  );
  const byKey = new Map(published.map((post) => [toKey(post), post]));
  for (const { accountId, mediaId, mediaType, day } of listed) {
    const post = byKey.get(toKey({ account: accountId, id: mediaId }));
    if (!post) continue;
    const truly = [post.kind, dayIn(viewerZone, new Date(post.publishedAt))];
    verdicts.equal(`${name('media')} ${mediaId}`, [mediaType, day], truly);
  }

  const { media, total: count } = await client.call(getMedia, { body: { ...mediaBody, filterMode: 'published' } });
  verdicts.equal(name('number of highlights'), count, published.length);
  for (const { mediaId, accountId, lifetimeMetrics, isApprox, approx } of media) {
    const post = byKey.get(toKey({ account: accountId, id: mediaId }));
    if (post) judgeLifetime(verdicts, `${name('highlight')} ${mediaId}`, lifetimeMetrics, post);
    if (isApprox !== (approx !== null)) verdicts.wrong.push(`${name('highlight')}: marked without a reason`);
  }

  const { rows, totalRowCount } = await client.call(queryPosts, {
    body: {
      grid: { paginationModel: { page: 0, pageSize: 100 }, sortModel: [{ field: 'timestamp', sort: 'desc' }] },
      filters: {
        query: '',
        filterMode: 'published',
        isoStart: body.isoStart,
        isoEnd: body.isoEnd,
        timeZone: viewerZone,
      },
      platform: 'instagram',
      accountIds: accounts,
    },
  });
  verdicts.equal(name('number of posts'), totalRowCount, published.length);
  for (const row of rows) {
    const post = byKey.get(toKey({ account: row.accountRef, id: row.id }));
    if (post)
      judgeLifetime(verdicts, `${name('post')} ${row.id}`, { ...row, total_interactions: row.totalInteractions }, post);
  }

  const activity = await client.call(getMediaActivity, { body: mediaBody });
  verdicts.equal(name('activity'), activity.total, feed.length);
  const toHour = createHourOfWeek(viewerZone);
  const byBlock = Map.groupBy(feed, ({ publishedAt }) => Math.floor(toHour(publishedAt) / 4));
  for (const [weekday, { buckets, interactions }] of activity.data.entries()) {
    const blocks = Array.from({ length: 6 }, (_, block) => byBlock.get(weekday * 6 + block) ?? []);
    verdicts.equal(
      `${name('activity')} ${weekday}`,
      buckets,
      blocks.map(({ length }) => length),
    );
    verdicts.equal(
      `${name('interactions by hour')} ${weekday}`,
      interactions,
      blocks.map((some) => total(some, (post) => (post.hasInsights ? post.totals.totalInteractions : 0))),
    );
  }
  verdicts.equal(
    name('hashtags'),
    total(Object.values(activity.hashtags), (times) => times),
    countTags(feed),
  );
  const { preferredFormat } = await client.call(getTopFormat, { body: mediaBody });
  verdicts.equal(name('format'), preferredFormat, trueTopFormat(published));
}

function countTags(posts: readonly TruePost[]): number {
  return total(posts, ({ caption }) => new Set((caption ?? '').toLowerCase().match(/#[\p{L}\p{N}_]+/gu)).size);
}

function trueTopFormat(posts: readonly TruePost[]): string | null {
  const names = {
    reel: 'Reels',
    carousel: 'Carousels',
    story: 'Stories',
    image: 'Static posts',
    video: 'Static posts',
  };
  const formats = [
    ...Map.groupBy(
      posts.filter(({ hasInsights }) => hasInsights),
      ({ kind }) => names[kind],
    ),
  ]
    .map(([format, some]) => {
      const reach = total(some, ({ totals }) => totals.reach);
      return { format, reach, rate: total(some, ({ totals }) => totals.totalInteractions) / reach };
    })
    .filter(({ reach }) => reach > 0);
  return formats.toSorted((one, other) => other.rate - one.rate || other.reach - one.reach)[0]?.format ?? null;
}

type Lifetime = Partial<Record<(typeof deltaNames)[number], number | null>>;

function judgeLifetime(verdicts: Verdicts, name: string, given: Lifetime, post: TruePost): void {
  for (const metric of deltaNames) {
    const value = given[metric] ?? null;
    if (value === null && !isReported(post, metric)) continue;
    verdicts.equal(
      `${name} ${metric}`,
      value,
      metric === 'total_interactions' ? post.totals.totalInteractions : post.totals[metric],
    );
  }
}

const missing: Record<TruePost['kind'], readonly string[]> = {
  reel: ['follows'],
  video: ['follows'],
  story: ['likes', 'comments', 'saved'],
  image: [],
  carousel: [],
};

/**
 * Instagram reports nothing for posts from before the account was a business account, and not every metric for every
 * kind.
 */
function isReported({ kind, hasInsights }: TruePost, metric: string): boolean {
  return hasInsights && !missing[kind].includes(metric);
}

/** Checks post deltas in a range, as operators see them, against the sandbox's totals at both ends. */
export async function judgeAggregate(judged: Judged): Promise<void> {
  const { client, verdicts, accounts, range } = judged;
  const answer = await client.call(aggregateMedia, {
    body: {
      startDate: startOfRange(range.from),
      endDate: endOfRange(range.to),
      accountIds: accounts,
      mediaIds: null,
      metricNames: [...deltaNames],
    },
  });
  const before = rangeBefore(range);
  const [now, then] = [await getTrueDeltas(judged, range), await getTrueDeltas(judged, before)];
  judgeTotals(verdicts, label(judged, 'posts together'), answer.totals, now);
  if (answer.previousTotals) judgeTotals(verdicts, label(judged, 'posts before'), answer.previousTotals, then);
  for (const media of answer.mediaMetrics) {
    const delta = now.get(toKey({ account: media.accountId, id: media.mediaId }));
    if (!media.isApprox && delta)
      for (const metric of ['reach', 'views', 'comments', 'shares'] as const)
        verdicts.judge(
          `${label(judged, 'post')} ${media.mediaId} ${metric}`,
          { ...media, shown: media[metric] },
          delta[metric],
        );
    if (media.isApprox !== (media.approx !== null)) verdicts.wrong.push(`${media.mediaId}: marked without a reason`);
  }
}

type Delta = Record<(typeof deltaNames)[number], number>;

function judgeTotals(verdicts: Verdicts, name: string, totals: MediaTotals, deltas: ReadonlyMap<string, Delta>): void {
  const all = [...deltas.values()];
  for (const metric of deltaNames)
    if (metric !== 'reach')
      verdicts.judge(
        `${name} ${metric}`,
        { ...totals, shown: totals[metric] ?? 0 },
        total(all, (delta) => delta[metric]),
      );
  const reach = { shown: totals.reach ?? 0, isApprox: totals.reachIsApprox, approx: totals.reachApprox };
  const reaches = all.map((delta) => delta.reach);
  verdicts.judge(`${name} reach`, reach, { min: Math.max(0, ...reaches), max: total(reaches, (people) => people) });
}

async function getTrueDeltas({ truth, accounts, today }: Judged, { from, to }: DayRange): Promise<Map<string, Delta>> {
  const deltas = new Map<string, Delta>();
  for (const account of accounts) {
    const [start, end] = [
      await truth.postsAt(account, startOfDay(instagramZone, from)),
      to >= today
        ? await truth.posts(account)
        : await truth.postsAt(account, startOfDay(instagramZone, addDays(to, 1))),
    ];
    const earlier = new Map(start.map((post) => [post.id, toDelta(post)]));
    for (const post of end) {
      const [delta, had] = [toDelta(post), earlier.get(post.id)];
      if (had) for (const metric of deltaNames) delta[metric] -= had[metric];
      deltas.set(toKey(post), delta);
    }
  }
  return deltas;
}

function toDelta({ totals }: TruePost): Delta {
  const { reach, views, likes, comments, saved, shares, follows, totalInteractions } = totals;
  return { reach, views, likes, comments, saved, shares, follows, total_interactions: totalInteractions };
}
