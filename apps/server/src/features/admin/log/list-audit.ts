import type { AuditRow } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';

/** Lists a page of the log with the current names for its IDs. */
export async function listAuditRows(
  db: Database,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ entries: AuditRow[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('audit_entry')
      .leftJoin('app_user as actor', 'actor.user_id', 'audit_entry.actor_id')
      .leftJoin('app_user as target_user', (join) =>
        join.on(sql`'user:' || target_user.user_id::text`, '=', sql.ref('audit_entry.target')),
      )
      .select(['entry_id', 'at', 'actor_id', 'action', 'target', 'change', 'outcome', 'failure', 'request_id', 'ip'])
      .select(['actor.name as actor_name', 'target_user.name as user_name'])
      .orderBy('entry_id', 'desc')
      .limit(pageSize)
      .offset(page * pageSize)
      .execute(),
    db
      .selectFrom('audit_entry')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  const usernames = await findUsernames(
    db,
    rows.flatMap(({ target }) => (target.startsWith(accountPrefix) ? [target.slice(accountPrefix.length)] : [])),
  );
  const entries = rows.map((row) => ({
    id: row.entry_id,
    at: row.at.toISOString(),
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name },
    action: row.action,
    target: row.target,
    targetName: row.user_name ?? usernames.get(row.target) ?? null,
    change: row.change,
    outcome: row.outcome,
    failure: row.failure,
    requestId: row.request_id,
    ip: row.ip,
  }));
  return { entries, total };
}

const accountPrefix = 'account:';

/** Returns usernames by the account ID that an entry names as its target. */
async function findUsernames(db: Database, accountIds: string[]): Promise<Map<string, string>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('account')
    .select(['account_id', 'username'])
    .where('account_id', 'in', accountIds)
    .execute();
  return new Map(rows.map((row) => [`${accountPrefix}${row.account_id}`, row.username]));
}
