import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { LiveStreams } from './streams.ts';

// A right that is lost ends within 5 s, the time to find out included.
const every = 4_000;
const usersAtOnce = 1_000;

/**
 * Holds what streams get against the database, again and again: events say at once when a right is lost, and this finds
 * what no event told, because whoever had to send it died or because the change was made by hand. Returns how to stop.
 */
export function startRightsCheck({
  db,
  streams,
  log,
  onRoleChange,
}: {
  db: Database;
  streams: LiveStreams;
  log: Log;
  /** Told of whoever has another role than at the last look. */
  onRoleChange(userId: string): Promise<void>;
}) {
  const startedAt = new Date();
  const stopping = new AbortController();
  const { signal } = stopping;
  let roles = new Map<string, string>();
  let endedAt: Date | null = null;

  async function check(): Promise<void> {
    const open = streams.listRights();
    if (await haveSessionsEnded()) for (const { userId } of open) streams.deliver({ to: 'session-end', userId });
    const before = roles;
    roles = new Map();
    for (let at = 0; at < open.length; at += usersAtOnce) await checkSome(open.slice(at, at + usersAtOnce));
    for (const [userId, role] of roles) if ((before.get(userId) ?? role) !== role) await onRoleChange(userId);
  }

  /** True once after an operator has ended every session; streams of before this process began ended with theirs. */
  async function haveSessionsEnded(): Promise<boolean> {
    const row = await db.selectFrom('session_end').select('ended_at').executeTakeFirst();
    const isNew = row !== undefined && row.ended_at.getTime() > (endedAt ?? startedAt).getTime();
    if (isNew) endedAt = row.ended_at;
    return isNew;
  }

  async function checkSome(open: { userId: string; documents: string[] }[]): Promise<void> {
    const userIds = open.map(({ userId }) => userId);
    const users = await db
      .selectFrom('app_user')
      .select(['user_id', 'role'])
      .where('user_id', 'in', userIds)
      .where('disabled_at', 'is', null)
      .execute();
    const known = new Set(users.map((row) => row.user_id));
    for (const { user_id, role } of users) roles.set(user_id, role);
    const held = new Set(await listHeld(open.filter(({ documents }) => documents.length > 0).map((one) => one.userId)));
    for (const { userId, documents } of open) {
      if (!known.has(userId)) streams.deliver({ to: 'session-end', userId });
      else
        for (const document of documents)
          if (!held.has(`${userId} ${document}`)) streams.deliver({ to: 'unfollow', userId, document });
    }
  }

  async function listHeld(userIds: string[]): Promise<string[]> {
    if (userIds.length === 0) return [];
    const rows = await db
      .selectFrom('account_ref')
      .select(['user_id', 'account_id'])
      .where('user_id', 'in', userIds)
      .execute();
    return rows.map((row) => `${row.user_id} account:${row.account_id}`);
  }

  async function work(): Promise<void> {
    while (!signal.aborted) {
      await sleep(every, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted)
        await check().catch((error: unknown) => log.warn({ err: error }, 'The rights of streams cannot be checked'));
    }
  }

  const working = work();
  return async () => {
    stopping.abort();
    await working;
  };
}
