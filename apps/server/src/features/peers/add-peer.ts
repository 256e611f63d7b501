import { randomUUID } from 'node:crypto';
import { addDays, type AccountId } from '@tidemark/contract';
import type { AccountLogins } from '../../networks/account-logins.ts';
import { NetworkError } from '../../networks/network-error.ts';
import type { PublicProfile, PublicProfiles } from '../../networks/public-profiles.ts';
import type { Database } from '../../database/database.ts';
import { lockUser } from '../../database/lock-user.ts';
import { ApiError } from '../../platform/api-error.ts';
import { type DayClock, dayIn, startOfDay } from '../../platform/clock.ts';
import { findAccount } from '../accounts/index.ts';
import { findPeerLimit } from '../subscription/index.ts';
import { countPeers, hasPeer, insertPeer, storeMeasurement, updatePeer } from './queries.ts';
import { toFetchTime, toUsername } from './rules.ts';

export interface GraphLimits {
  check(accountId: string, userId?: string): Promise<{ pausedUntil: Date | null }>;
  areRequestsPaused(): Promise<boolean>;
  pause(of: { accountId: string; userId: string }, failure: NetworkError, failures: number): Promise<Date>;
}

export interface FetchDeps extends DayClock {
  db: Database;
  publicProfiles: PublicProfiles;
  connections: AccountLogins;
  rateLimiter: GraphLimits;
}

interface AddPeerInput {
  userId: string;
  accountId: AccountId;
  input: string;
  requestId: string;
}

/** Adds a peer after one request to Instagram, which is only made if everything else allows it. */
export async function addUserPeer(deps: FetchDeps, { userId, accountId, input, requestId }: AddPeerInput) {
  const { db, clock, dayZone } = deps;
  const username = toUsername(input);
  if (username === null) throw toUsernameError('peer_username_invalid');
  const account = await findAccount(db, accountId);
  if (account?.username.toLowerCase() === username) throw toUsernameError('peer_is_own');
  await assertPeerLimit(db, userId);
  if (await hasPeer(db, { userId, accountId, username })) throw toUsernameError('peer_exists');

  const profile = await discover(deps, { userId, accountId, username, requestId });
  if (profile.id === accountId) throw toUsernameError('peer_is_own');

  const peerId = randomUUID();
  const now = clock();
  const today = dayIn(dayZone, now);
  await db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    await assertPeerLimit(transaction, userId);
    if (await hasPeer(transaction, { userId, accountId, username: profile.username, instagramId: profile.id }))
      throw toUsernameError('peer_exists');
    const nextFetchAt = toFetchTime(peerId, startOfDay(dayZone, addDays(today, 1)));
    await insertPeer(transaction, { peerId, userId, accountId, profile, now, nextFetchAt });
    await storeMeasurement(transaction, { peerId, day: today, profile });
    await updatePeer(transaction, peerId, { measured_at: now });
  });
  return { peerId, username: profile.username };
}

async function assertPeerLimit(db: Database, userId: string): Promise<void> {
  const { limit, isActive } = await findPeerLimit(db, userId);
  if (!isActive && limit === 0) throw new ApiError('subscription_inactive');
  if ((await countPeers(db, userId)) >= limit) throw new ApiError('peer_limit_reached', { limit });
}

async function discover(
  { connections, rateLimiter, publicProfiles }: FetchDeps,
  {
    userId,
    accountId,
    username,
    requestId,
  }: Pick<AddPeerInput, 'userId' | 'accountId' | 'requestId'> & { username: string },
): Promise<PublicProfile> {
  const login = await connections.findToken(accountId, { userId });
  if (!login) throw new ApiError('peer_login_needed', { field: 'accountId' });
  if (!publicProfiles.isOpenTo(login)) throw new ApiError('peer_page_needed', { field: 'accountId' });
  const { pausedUntil } = await rateLimiter.check(accountId, userId);
  if (pausedUntil || (await rateLimiter.areRequestsPaused())) throw new ApiError('meta_unavailable');
  try {
    const profile = await publicProfiles.discover(login, username, { requestId });
    if (!profile) throw toUsernameError('peer_not_found');
    return profile;
  } catch (cause) {
    if (!(cause instanceof NetworkError)) throw cause;
    if (cause.kind === 'auth') await connections.reportRejectedToken(login, cause);
    if (cause.kind === 'permission') await connections.reportMissingPermission(login);
    if (cause.kind === 'auth' || cause.kind === 'permission')
      throw new ApiError('peer_login_needed', { field: 'accountId' }, { cause });
    if (cause.kind.startsWith('throttle')) await rateLimiter.pause({ accountId, userId }, cause, 1);
    throw new ApiError('meta_unavailable', undefined, { cause });
  }
}

function toUsernameError(code: 'peer_username_invalid' | 'peer_not_found' | 'peer_is_own' | 'peer_exists'): ApiError {
  return new ApiError(code, { field: 'username' });
}
