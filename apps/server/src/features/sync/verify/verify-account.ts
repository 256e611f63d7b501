import { setTimeout as sleep } from 'node:timers/promises';
import { GraphFailure } from '../../../clients/instagram-graph/graph-failure.ts';
import type { GraphCaller } from '../../../clients/instagram-graph/graph-http.ts';
import type { InstagramGraph } from '../../../clients/instagram-graph/instagram-graph.ts';
import type { Database } from '../../../database/database.ts';
import { addDays, type Clock } from '../../../platform/clock.ts';
import type { ConnectionAccess } from '../../connections/index.ts';
import { followersBefore, reckonFollowers } from '../followers.ts';
import type { Pace } from '../pace.ts';
import { findInsightsWatermark } from '../queries.ts';
import { standingRefusals } from '../refusal-rules.ts';
import {
  findSnapshot,
  listDays,
  listGaps,
  listOnline,
  listStoredPosts,
  listVerifiable,
  listWindows,
  type Verifiable,
} from './queries.ts';
import {
  compareDays,
  compareDemographics,
  compareGains,
  compareOnline,
  comparePosts,
  compareWindows,
  type Compared,
  type Difference,
  type Figures,
  type ListedPost,
  type StoredPost,
} from './rules.ts';

export interface VerifyNeeds {
  db: Database;
  instagram: InstagramGraph;
  connections: ConnectionAccess;
  pace: Pick<Pace, 'check'>;
  clock: Clock;
  /** How much was asked of Instagram so far. */
  asked: () => { calls: number; requests: number };
}

export interface AccountReport {
  accountId: string;
  username: string;
  /** `unfinished`: its first sync goes on, so there is nothing to hold against it yet. */
  outcome: 'same' | 'different' | 'unread' | 'unfinished';
  /** Why it could not be read. */
  reason: string | null;
  /** How many days, windows, cells, posts … were held against what Instagram says. */
  compared: number;
  /** What Instagram tells otherwise since our last reading, as it may. */
  moved: number;
  gaps: number;
  calls: number;
  requests: number;
  differences: Difference[];
}

const attempts = 3;
const pageSize = 100;
const mostPages = 110;
const recentDays = 30;
const dayMillis = 86_400_000;

/**
 * Holds what is stored of accounts against what Instagram answers now, one account after the other, with the clients of
 * the sync itself. It writes nothing, and asks nothing of an account, or of all, while a pause stands. Whole days, unique
 * counts of windows, audiences and hours, every post with its totals, and the sums of the posts' gains; what only one
 * kind of post answers is left out, because it costs a call a post.
 */
export async function* verifyAccounts(
  needs: VerifyNeeds,
  { accountId, days }: { accountId: string | null; days: number },
): AsyncGenerator<AccountReport> {
  for (const account of await listVerifiable(needs.db, accountId)) yield await verifyAccount(needs, account, days);
}

async function verifyAccount(needs: VerifyNeeds, account: Verifiable, days: number): Promise<AccountReport> {
  const before = needs.asked();
  const gaps = await listGaps(needs.db, account.account_id);
  const report = (part: Pick<AccountReport, 'outcome'> & Partial<AccountReport>): AccountReport => {
    const after = needs.asked();
    return {
      accountId: account.account_id,
      username: account.username,
      reason: null,
      compared: 0,
      moved: 0,
      gaps: gaps.length,
      differences: [],
      ...part,
      calls: after.calls - before.calls,
      requests: after.requests - before.requests,
    };
  };
  if (!account.initialized_at) return report({ outcome: 'unfinished' });
  const { pausedUntil } = await needs.pace.check(account.account_id);
  if (pausedUntil)
    return report({ outcome: 'unread', reason: `Instagram asks to wait until ${pausedUntil.toISOString()}` });
  const access = await needs.connections.findToken(account.account_id);
  if (!access) return report({ outcome: 'unread', reason: 'No business login reaches it' });
  try {
    const caller = { token: access.token, accountId: account.account_id };
    const parts = await patiently(() => compareAccount(needs, account, caller, days));
    const differences = parts.flatMap((part) => part.differences);
    return report({
      outcome: differences.length > 0 ? 'different' : 'same',
      compared: parts.reduce((sum, { compared }) => sum + compared, 0),
      moved: parts.reduce((sum, { moved }) => sum + moved, 0),
      differences,
    });
  } catch (error) {
    if (!(error instanceof GraphFailure)) throw error;
    return report({ outcome: 'unread', reason: error.message });
  }
}

/** What passes by itself is asked for again; nothing else is. */
async function patiently<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof GraphFailure) || error.kind !== 'transient' || attempt >= attempts) throw error;
      await sleep(1000 * attempt);
    }
  }
}

async function compareAccount(
  needs: VerifyNeeds,
  account: Verifiable,
  caller: GraphCaller,
  span: number,
): Promise<Compared[]> {
  const { db, instagram, clock } = needs;
  const { account_id: accountId, initialized_at: initializedAt } = account;
  const { insights, profiles } = instagram;
  const today = insights.dayOf(clock());
  const from = addDays(today, -span);
  const refused = standingRefusals(account.refused ?? [], today);
  const [storedDays, storedWindows, storedOnline, followerSnapshot, engagedSnapshot, gaps] = await Promise.all([
    listDays(db, accountId, from, today),
    listWindows(db, accountId),
    listOnline(db, accountId, from),
    findSnapshot(db, accountId, 'follower'),
    findSnapshot(db, accountId, 'engaged'),
    listGaps(db, accountId),
  ]);
  const [profile, read, windows, online, followerCells, engagedCells] = await instagram.readTogether(caller, [
    profiles.profileReading(accountId),
    // One metric after the other may be refused, and Instagram takes 30 days at most: today and the 29 before it.
    insights.daysReading(accountId, { from, to: today, today, refused, withTaps: false }),
    insights.windowsReading(accountId, storedWindows),
    insights.onlineReading(accountId, { from, to: today, today }),
    profiles.demographicsReading(accountId, 'follower'),
    profiles.demographicsReading(accountId, 'engaged'),
  ]);
  const { days } = await insights.finishDays(caller, accountId, read);
  const posts = await listPosts(needs, caller, accountId);

  const readAt = (part: 'days' | 'media' | 'older_media') => new Date(account.read_at?.[part] ?? initializedAt ?? 0);
  const reading = { lastReadAt: readAt('days'), startOf: insights.startOf };
  return [
    compareDays({
      stored: storedDays,
      told: toToldDays(days, profile.followersCount, today),
      ...reading,
      isLost: (day) => {
        const start = insights.startOf(day);
        return gaps.some(({ kind, from_at, to_at }) => kind === 'days' && start >= from_at && start < to_at);
      },
    }),
    compareWindows(storedWindows, windows, reading),
    compareOnline(storedOnline, online, reading),
    compareDemographics('follower', followerSnapshot, followerCells, today),
    compareDemographics('engaged', engagedSnapshot, engagedCells, today),
    comparePosts({
      ...posts,
      lastListedAt: (publishedAt) =>
        readAt(publishedAt.getTime() > readAt('media').getTime() - recentDays * dayMillis ? 'media' : 'older_media'),
    }),
    compareGains(posts.stored),
  ];
}

/** Whole days with the followers at their end: reckoned back from now, as the sync does. */
function toToldDays(days: ReadonlyMap<string, Figures>, followersNow: number | null, today: string) {
  const moves = days.get(today);
  const { follows = null, unfollows = null } = moves ?? {};
  const yesterday = followersBefore({ followers: followersNow, follows, unfollows }, addDays(today, -1));
  const followers = reckonFollowers(days, yesterday);
  return new Map(
    [...days]
      .filter(([day]) => day < today)
      .map(([day, figures]): [string, Figures] => [day, { ...figures, followers: followers.get(day) ?? null }]),
  );
}

/** Every post that Instagram lists. What was published before it was a business account has no insights to ask for. */
async function listPosts(
  { db, instagram }: VerifyNeeds,
  caller: GraphCaller,
  accountId: string,
): Promise<{ stored: StoredPost[]; listed: ListedPost[] }> {
  const [stored, watermark] = await Promise.all([listStoredPosts(db, accountId), findInsightsWatermark(db, accountId)]);
  const quiet = new Set(stored.filter(({ hasInsights }) => !hasInsights).map(({ id }) => id));
  const listed = new Map<string, ListedPost>();
  const stretches = watermark
    ? [
        { since: watermark, withInsights: true },
        { until: watermark, withInsights: false },
      ]
    : [{ withInsights: true }];
  for (const stretch of stretches) {
    let after: string | null = null;
    const seen = new Set<string>();
    for (let page = 0; page < mostPages; page += 1) {
      const found: Awaited<ReturnType<typeof instagram.media.fetchPosts>> = await instagram.media.fetchPosts(
        caller,
        accountId,
        {
          limit: pageSize,
          after: after ?? undefined,
          ...stretch,
          findWanted: async (media) => media.filter(({ id }) => !quiet.has(id)),
        },
      );
      for (const { id, publishedAt, figures } of found.media)
        listed.set(id, { id, publishedAt, totals: pick(figures) });
      after = found.after;
      if (after === null || seen.has(after)) break;
      seen.add(after);
    }
  }
  return { stored, listed: [...listed.values()] };
}

const listedFigures = ['reach', 'views', 'likes', 'comments', 'saved', 'shares', 'interactions'] as const;

function pick(figures: Record<(typeof listedFigures)[number], number | null>): Figures {
  return Object.fromEntries(listedFigures.map((figure) => [figure, figures[figure]]));
}
