import type { AuditChain, AuditRow } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { sealOf } from '../seal.ts';

const atOnce = 1_000;

/**
 * Holds sealed entries against what they say, the newest `most` of them. The first that was changed, or before which
 * one is missing, is where the chain breaks; an end that was cut off shows by the chain's own head.
 */
export async function verifyAudit(
  db: Database,
  most = Number.MAX_SAFE_INTEGER,
): Promise<AuditChain & { head: string | null }> {
  const { entries, head } = await db.selectFrom('audit_chain').select(['entries', 'head']).executeTakeFirstOrThrow();
  const headText = head?.toString('hex') ?? null;
  let expected = head;
  let below: number | null = null;
  let checked = 0;
  const broken = (brokenAt: number | null) => ({ intact: false, checked, brokenAt, head: headText });
  for (;;) {
    const wanted = Math.min(atOnce, most - checked);
    const rows: SealedRow[] = wanted > 0 ? await readSealed(db, below, wanted) : [];
    for (const row of rows) {
      const { hash, previous_hash: previous } = row;
      checked += 1;
      if (!hash || !expected?.equals(hash) || !sealOf(previous, toSealed(row)).equals(hash))
        return broken(row.entry_id);
      expected = previous;
      below = row.entry_id;
    }
    if (rows.length < wanted || wanted === 0) break;
  }
  const isWhole = checked < most;
  if (isWhole && (expected !== null || checked !== entries)) return broken(below);
  return { intact: true, checked, brokenAt: null, head: headText };
}

function readSealed(db: Database, below: number | null, limit: number) {
  return db
    .selectFrom('audit_entry')
    .selectAll()
    .where('hash', 'is not', null)
    .$if(below !== null, (query) => query.where('entry_id', '<', below ?? 0))
    .orderBy('entry_id', 'desc')
    .limit(limit)
    .execute();
}

type SealedRow = Awaited<ReturnType<typeof readSealed>>[number];

function toSealed(row: SealedRow) {
  const { at, action, target, change, outcome, failure } = row;
  return { at, actorId: row.actor_id, action, target, change, requestId: row.request_id, ip: row.ip, outcome, failure };
}

/** A page of the log with the names that its ids have today. */
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
    rows.flatMap(({ target }) => (target.startsWith(ofAccount) ? [target.slice(ofAccount.length)] : [])),
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

const ofAccount = 'account:';

/** By the target that an entry names. */
async function findUsernames(db: Database, accountIds: string[]): Promise<Map<string, string>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('account')
    .select(['account_id', 'username'])
    .where('account_id', 'in', accountIds)
    .execute();
  return new Map(rows.map((row) => [`${ofAccount}${row.account_id}`, row.username]));
}
