import { addDays, dayMillis } from '@tidemark/contract';
import { mapNames } from '@tidemark/contract/map-names';
import { setTimeout as sleep } from 'node:timers/promises';
import { GraphError } from '../client/graph-error.ts';
import type { GraphCaller } from '../client/graph-http.ts';
import type { InstagramGraph } from '../client/instagram-graph.ts';
import type { Database } from '../../../database/database.ts';
import type { MediaTotals } from '../../../database/tables/sync.ts';
import { listedColumns } from '../../../metrics/post-columns.ts';
import type { Clock } from '../../../platform/clock.ts';
import { listSyncedAccounts } from '../../../features/sync/index.ts';
import type { ConnectionAccess } from '../connections/connection-access.ts';
import { followersBefore, deriveFollowers } from '../sync/store/followers.ts';
import type { GraphRateLimiter } from '../sync/schedule/graph-rate-limiter.ts';
import { findInsightsWatermark } from '../sync/fetch/queries.ts';
import { listActiveRefusals } from '../sync/run/refusal-rules.ts';
import {
  findSnapshot,
  listDays,
  listGaps,
  listOnline,
  listStoredPosts,
  listWindows,
  type Verifiable,
} from './queries.ts';
import { orderRepair } from './repair.ts';
import {
  compareDays,
  compareSeries,
  compareDemographics,
  compareDeltas,
  compareOnline,
  comparePosts,
  compareWindows,
  type Compared,
  type Difference,
  type Figures,
  type ListedPost,
  type StoredPost,
} from './rules.ts';

export interface VerifyDeps {
  db: Database;
  instagram: InstagramGraph;
  connections: ConnectionAccess;
  rateLimiter: Pick<GraphRateLimiter, 'check'>;
  clock: Clock;
  /** Counts calls and requests to Instagram so far. */
  countUsage: () => { calls: number; requests: number };
}

export interface AccountReport {
  accountId: string;
  username: string;
  /** `unfinished`: its first sync is incomplete, so there is nothing to compare yet. */
  outcome: 'same' | 'different' | 'unverified' | 'unfinished';
  /** The reason why the account could not be fetched. */
  reason: string | null;
  /** Days, windows, cells, posts etc. compared with Instagram. */
  compared: number;
  /** Expected changes at Instagram since our last sync. */
  moved: number;
  gaps: number;
  calls: number;
  requests: number;
  /** Days, windows and posts marked to be fetched again. */
  repairs: number;
  differences: Difference[];
}

const attempts = 3;
const pageSize = 100;
const maxPages = 110;
const recentDays = 30;

/**
 * Compares stored accounts with Instagram's current responses, one account at a time, using the sync's clients. Writes
 * nothing except for repairs and makes no calls for paused accounts. Covers closed days, unique people by window,
 * audiences, hours, posts with totals, and sums over deltas; type-specific metrics are excluded because they cost one
 * call per post.
 */
export async function* verifyAccounts(
  deps: VerifyDeps,
  { accountId, days, repair = false, onProgress }: VerifyOptions,
): AsyncGenerator<AccountReport> {
  const synced = await listSyncedAccounts(deps.db, accountId);
  const accounts = synced.filter(({ type }) => type === 'instagram_account');
  for (const [done, account] of accounts.entries()) {
    onProgress?.(done, accounts.length);
    const report = await verifyAccount(deps, account, days);
    if (repair) report.repairs = await orderRepair(deps.db, report.accountId, report.differences, deps.clock());
    yield report;
  }
}

export interface VerifyOptions {
  /** All accounts if null. */
  accountId: string | null;
  days: number;
  /** Marks differences to be fetched again, which is the only write. */
  repair?: boolean;
  /** Receives the accounts done and in total, before each account. */
  onProgress?: (done: number, total: number) => void;
}

async function verifyAccount(deps: VerifyDeps, account: Verifiable, days: number): Promise<AccountReport> {
  const before = deps.countUsage();
  const gaps = await listGaps(deps.db, account.account_id);
  const report = (part: Pick<AccountReport, 'outcome'> & Partial<AccountReport>): AccountReport => {
    const after = deps.countUsage();
    return {
      accountId: account.account_id,
      username: account.username,
      reason: null,
      compared: 0,
      moved: 0,
      gaps: gaps.length,
      repairs: 0,
      differences: [],
      ...part,
      calls: after.calls - before.calls,
      requests: after.requests - before.requests,
    };
  };
  if (!account.initialized_at) return report({ outcome: 'unfinished' });
  const { pausedUntil } = await deps.rateLimiter.check(account.account_id);
  if (pausedUntil)
    return report({ outcome: 'unverified', reason: `rate-limited by Instagram until ${pausedUntil.toISOString()}` });
  const access = await deps.connections.findToken(account.account_id);
  if (!access) return report({ outcome: 'unverified', reason: 'no business login has access' });
  try {
    const caller = { token: access.token, host: access.host, accountId: account.account_id };
    const parts = await patiently(() => compareAccount(deps, account, caller, days));
    const differences = parts.flatMap((part) => part.differences);
    return report({
      outcome: differences.length > 0 ? 'different' : 'same',
      compared: parts.reduce((sum, { compared }) => sum + compared, 0),
      moved: parts.reduce((sum, { moved }) => sum + moved, 0),
      differences,
    });
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    return report({ outcome: 'unverified', reason: error.message });
  }
}

/** Retries transient errors only. */
async function patiently<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof GraphError) || error.kind !== 'transient' || attempt >= attempts) throw error;
      await sleep(1000 * attempt);
    }
  }
}

async function compareAccount(
  deps: VerifyDeps,
  account: Verifiable,
  caller: GraphCaller,
  span: number,
): Promise<Compared[]> {
  const { db, instagram, clock } = deps;
  const { account_id: accountId, initialized_at: initializedAt } = account;
  const shift = account.series_shift ?? 0;
  const { insights, profiles } = instagram;
  const today = insights.toDay(clock());
  const from = addDays(today, -span);
  const refused = listActiveRefusals(account.refused_metrics ?? [], { today, host: caller.host ?? 'facebook' });
  const [storedDays, storedWindows, storedOnline, followerSnapshot, engagedSnapshot, gaps] = await Promise.all([
    listDays(db, accountId, from, today),
    listWindows(db, accountId),
    listOnline(db, accountId, from),
    findSnapshot(db, accountId, 'follower'),
    findSnapshot(db, accountId, 'engaged'),
    listGaps(db, accountId),
  ]);
  const [profile, read, windows, followerCells, engagedCells] = await instagram.fetchBatch(caller, [
    profiles.profileQuery(accountId),
    // Metrics may be refused one by one, and Instagram accepts at most 30 days: today and the 29 before it.
    insights.daysQuery(accountId, { from, to: today, today, shift, refused, withTaps: false }),
    insights.windowsQuery(accountId, storedWindows),
    profiles.demographicsQuery(accountId, 'follower'),
    profiles.demographicsQuery(accountId, 'engaged'),
  ]);
  const { days, online, series } = await insights.finishDays(caller, accountId, read);
  const posts = await listPosts(deps, caller, accountId);

  const readAt = (part: 'days' | 'media' | 'older_media') =>
    new Date(account.part_synced_at?.[part] ?? initializedAt ?? 0);
  const reading = { lastReadAt: readAt('days'), startOf: insights.startOf };
  return [
    compareSeries(shift, series.shift),
    compareDays({
      stored: storedDays,
      reported: toReportedDays(days, profile.followersCount, today),
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
    compareDeltas(posts.stored),
  ];
}

/** Returns closed days with the followers at their end, derived backwards from now like in the sync. */
function toReportedDays(days: ReadonlyMap<string, Figures>, followersNow: number | null, today: string) {
  const moves = days.get(today);
  const { follows = null, unfollows = null } = moves ?? {};
  const yesterday = followersBefore({ followers: followersNow, follows, unfollows }, addDays(today, -1));
  const followers = deriveFollowers(days, yesterday);
  return new Map(
    [...days]
      .filter(([day]) => day < today)
      .map(([day, figures]): [string, Figures] => [day, { ...figures, followers: followers.get(day) ?? null }]),
  );
}

/** Lists every post that Instagram lists. Posts from before the business account have no insights. */
async function listPosts(
  { db, instagram }: VerifyDeps,
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
    for (let page = 0; page < maxPages; page += 1) {
      const found: Awaited<ReturnType<typeof instagram.media.fetchPosts>> = await instagram.media.fetchPosts(
        caller,
        accountId,
        {
          limit: pageSize,
          after: after ?? undefined,
          ...stretch,
          refused: [],
          findRequested: async (media) => media.filter(({ id }) => !quiet.has(id)),
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

function pick(figures: MediaTotals): Figures {
  return mapNames(listedColumns, (column) => figures[column]);
}
