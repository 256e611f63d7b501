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
export function startRightsCheck({ db, streams, log }: { db: Database; streams: LiveStreams; log: Log }) {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function check(): Promise<void> {
    const open = streams.listRights();
    for (let at = 0; at < open.length; at += usersAtOnce) await checkSome(open.slice(at, at + usersAtOnce));
  }

  async function checkSome(open: { userId: string; documents: string[] }[]): Promise<void> {
    const userIds = open.map(({ userId }) => userId);
    const users = await db
      .selectFrom('app_user')
      .select('user_id')
      .where('user_id', 'in', userIds)
      .where('disabled_at', 'is', null)
      .execute();
    const known = new Set(users.map((row) => row.user_id));
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
