import { addDays, dayMillis } from '@tidemark/contract';
import type { AccountToken } from '../../networks/account-logins.ts';
import { NetworkError } from '../../networks/network-error.ts';
import type { PublicProfile } from '../../networks/public-profiles.ts';
import { dayIn, startOfDay } from '../../platform/clock.ts';
import type { FetchDeps } from './add-peer.ts';
import { endClaim, lockClaim, type PeerRow, storeMeasurement, updatePeer } from './queries.ts';
import { isAskedRarely, maxAttempts, toLoginRetry, toFetchTime, toRetry } from './rules.ts';

/** Fetches a claimed peer with one request, and decides when it is fetched next. */
export async function fetchPeer(deps: FetchDeps, peer: PeerRow, signal?: AbortSignal): Promise<void> {
  const { db, connections, rateLimiter, publicProfiles, clock } = deps;
  const { user_id: userId, account_id: accountId } = peer;
  const now = clock();
  // The process with this claim ended several times meanwhile.
  if (peer.attempts > maxAttempts) return markUnavailable(deps, peer);
  const { pausedUntil } = await rateLimiter.check(accountId, userId);
  if (pausedUntil) return endClaim(db, peer, { next_fetch_at: pausedUntil, attempts: peer.attempts - 1 });
  const login = await connections.findToken(accountId, { userId });
  // A login at Instagram cannot see other accounts.
  if (!login || !publicProfiles.isOpenTo(login))
    return endClaim(db, peer, { ...needsLogin(peer, now), next_fetch_at: toLoginRetry(now) });
  try {
    const profile = await publicProfiles.discover(login, peer.username, { signal });
    if (profile?.id === peer.instagram_id) await store(deps, peer, profile);
    // No account has the username, or another one has taken it.
    else await markUnavailable(deps, peer);
  } catch (error) {
    if (signal?.aborted) return;
    if (!(error instanceof NetworkError)) throw error;
    await endFailed(deps, peer, { failure: error, login });
  }
}

async function endFailed(
  deps: FetchDeps,
  peer: PeerRow,
  { failure, login }: { failure: NetworkError; login: AccountToken },
): Promise<void> {
  const { db, connections, rateLimiter, clock } = deps;
  const { user_id: userId, account_id: accountId } = peer;
  const now = clock();
  if (failure.kind.startsWith('throttle')) {
    const until = await rateLimiter.pause({ accountId, userId }, failure, peer.attempts);
    return endClaim(db, peer, { next_fetch_at: until });
  }
  if (failure.kind === 'auth') await connections.reportRejectedToken(login, failure);
  if (failure.kind === 'permission') await connections.reportMissingPermission(login);
  if (failure.kind === 'auth' || failure.kind === 'permission')
    return endClaim(db, peer, { ...needsLogin(peer, now), next_fetch_at: toNextFetch(deps, peer) });
  const retryAt = toRetry(peer.attempts, now);
  if (retryAt === null) return markUnavailable(deps, peer);
  return endClaim(db, peer, { next_fetch_at: retryAt });
}

/** Stores everything at once, so that a process that ends between leaves a peer that is fetched again. */
async function store(deps: FetchDeps, peer: PeerRow, profile: PublicProfile): Promise<void> {
  const now = deps.clock();
  const day = dayIn(deps.dayZone, now);
  await deps.db.transaction().execute(async (transaction) => {
    if (!(await lockClaim(transaction, peer))) return;
    await storeMeasurement(transaction, { peerId: peer.peer_id, day, profile });
    await updatePeer(transaction, peer.peer_id, {
      name: profile.name,
      biography: profile.biography,
      state: 'ok',
      since: null,
      measured_at: now,
      next_fetch_at: toFetchTime(peer.peer_id, startOfDay(deps.dayZone, addDays(day, 1))),
      attempts: 0,
    });
  });
}

/**
 * Returns the next fetch after a failure: a day's last attempts can be past midnight, and the new day has its own
 * fetch.
 */
function toNextFetch({ clock, dayZone }: FetchDeps, { peer_id: peerId }: PeerRow): Date {
  const now = clock();
  const today = dayIn(dayZone, now);
  const fetchToday = toFetchTime(peerId, startOfDay(dayZone, today));
  return fetchToday > now ? fetchToday : toFetchTime(peerId, startOfDay(dayZone, addDays(today, 1)));
}

function needsLogin(peer: PeerRow, now: Date) {
  return { state: 'login_needed' as const, since: peer.state === 'login_needed' ? peer.since : now, attempts: 0 };
}

async function markUnavailable(deps: FetchDeps, peer: PeerRow): Promise<void> {
  const now = deps.clock();
  const since = peer.state === 'unavailable' ? peer.since : now;
  const daily = toNextFetch(deps, peer);
  const next = isAskedRarely(since, now) ? new Date(daily.getTime() + 6 * dayMillis) : daily;
  await endClaim(deps.db, peer, { state: 'unavailable', since, next_fetch_at: next, attempts: 0 });
}
