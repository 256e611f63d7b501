import type { Database } from '../../database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { startPoller } from '../../platform/poller.ts';
import { selectAccountLogins } from '../accounts/index.ts';
import type { LiveStreams } from './streams.ts';

// Lost access must take effect within 5 s, including the check itself.
const checkInterval = 4_000;
const usersAtOnce = 1_000;

/**
 * Re-checks open streams' access against the database. Events report lost access immediately; this check covers events
 * that were never sent because of a crash or a manual change. Returns a function that stops it.
 */
export function startAccessCheck({
  db,
  streams,
  log,
  onRoleChange,
}: {
  db: Database;
  streams: LiveStreams;
  log: Log;
  /** Called for users with a changed role since the last check. */
  onRoleChange(userId: string): Promise<void>;
}) {
  const startedAt = new Date();
  let roles = new Map<string, string>();
  let endedAt: Date | null = null;

  async function check(): Promise<void> {
    const open = streams.listRights();
    if (await haveSessionsEnded())
      for (const { personId } of open) streams.deliver({ to: 'session-end', userId: personId });
    const before = roles;
    roles = new Map();
    for (let at = 0; at < open.length; at += usersAtOnce) await checkBatch(open.slice(at, at + usersAtOnce));
    for (const [userId, role] of roles) if ((before.get(userId) ?? role) !== role) await onRoleChange(userId);
  }

  /**
   * Returns true once after an operator has ended all sessions; streams opened before this process started have ended
   * already.
   */
  async function haveSessionsEnded(): Promise<boolean> {
    const row = await db.selectFrom('session_end').select('ended_at').executeTakeFirst();
    const isNew = row !== undefined && row.ended_at.getTime() > (endedAt ?? startedAt).getTime();
    if (isNew) endedAt = row.ended_at;
    return isNew;
  }

  async function checkBatch(open: ReturnType<LiveStreams['listRights']>): Promise<void> {
    const userIds = [...new Set(open.map(({ personId }) => personId))];
    const users = await db
      .selectFrom('app_user')
      .select(['user_id', 'role'])
      .where('user_id', 'in', userIds)
      .where('disabled_at', 'is', null)
      .execute();
    const known = new Set(users.map((row) => row.user_id));
    for (const { user_id, role } of users) roles.set(user_id, role);
    const reachable = new Set(
      await listReachableDocuments(open.filter(({ documents }) => documents.length > 0).map((one) => one.userId)),
    );
    const members = await findMembers(open.filter(({ userId, personId }) => userId !== personId));
    for (const { userId, personId, accountIds, documents } of open) {
      const isMember = userId === personId || String(members.get(`${userId} ${personId}`)) === String(accountIds);
      if (!known.has(personId)) streams.deliver({ to: 'session-end', userId: personId });
      else if (!isMember) streams.deliver({ to: 'session-end', userId: personId, workspaceId: userId });
      else
        for (const document of documents)
          if (!reachable.has(`${userId} ${document}`)) streams.deliver({ to: 'unfollow', userId, personId, document });
    }
  }

  /** Finds which accounts each member of another's workspace sees there: null for all. */
  async function findMembers(open: { personId: string }[]): Promise<Map<string, string[] | null>> {
    if (open.length === 0) return new Map();
    const personIds = [...new Set(open.map(({ personId }) => personId))];
    const rows = await db
      .selectFrom('workspace_member')
      .select(['workspace_id', 'user_id', 'account_ids'])
      .where('user_id', 'in', personIds)
      .execute();
    return new Map(rows.map((row) => [`${row.workspace_id} ${row.user_id}`, row.account_ids]));
  }

  async function listReachableDocuments(userIds: string[]): Promise<string[]> {
    if (userIds.length === 0) return [];
    const rows = await db
      .selectFrom('account_ref')
      .innerJoin(selectAccountLogins(db).as('login'), (join) =>
        join
          .onRef('login.user_id', '=', 'account_ref.user_id')
          .onRef('login.account_id', '=', 'account_ref.account_id'),
      )
      .select(['account_ref.user_id', 'account_ref.account_id'])
      .where('account_ref.user_id', 'in', userIds)
      .execute();
    return rows.map((row) => `${row.user_id} account:${row.account_id}`);
  }

  return startPoller(check, {
    intervalMillis: checkInterval,
    waitsFirst: true,
    log,
    failureMessage: 'Could not check stream permissions',
  }).stop;
}
