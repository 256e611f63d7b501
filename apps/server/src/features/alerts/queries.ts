import { randomUUID } from 'node:crypto';
import { type AccountId, type Alert, dayMillis, maxListedAlerts } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import { deleteBatch } from '../../database/delete-batch.ts';
import { type AlertContent, alertSteps } from './rules.ts';

const retentionMillis = 90 * dayMillis;

/** Adds the alerts that do not exist yet, at most one a day per kind and account; returns those added. */
export async function insertAlerts(
  transaction: Transaction,
  { userId, alerts, today, now }: { userId: string; alerts: readonly AlertContent[]; today: string; now: Date },
): Promise<{ id: string; alert: AlertContent }[]> {
  const added: { id: string; alert: AlertContent }[] = [];
  for (const alert of alerts) {
    const row = await transaction
      .insertInto('alert')
      .values({
        alert_id: randomUUID(),
        user_id: userId,
        account_id: alert.accountId,
        kind: alert.kind,
        subject: alert.subject,
        day: alert.day,
        raised_on: today,
        sentence: alert.sentence,
        path: alert.path,
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('alert_id')
      .executeTakeFirst();
    if (row) added.push({ id: row.alert_id, alert });
  }
  return added;
}

/** Adds alerts as read, each on the day after its cause; nobody is told about them. */
export async function insertPastAlerts(
  transaction: Transaction,
  { userId, alerts, now }: { userId: string; alerts: readonly AlertContent[]; now: Date },
): Promise<void> {
  const ids: string[] = [];
  for (const alert of alerts) {
    const createdAt = new Date(Math.min(Date.parse(alert.day) + 1.5 * dayMillis, now.getTime()));
    const added = await insertAlerts(transaction, { userId, alerts: [alert], today: alert.day, now: createdAt });
    ids.push(...added.map(({ id }) => id));
  }
  if (ids.length > 0) await markRead(transaction, userId, { alertIds: ids, now });
}

/** Lists the subjects of a user's alerts in the last month. */
export async function listRaised(db: Database, userId: string, now: Date) {
  const rows = await db
    .selectFrom('alert')
    .select(['account_id', 'kind', 'subject'])
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(now.getTime() - retentionMillis))
    .execute();
  return rows.map(({ account_id: accountId, kind, subject }) => ({ accountId, kind, subject }));
}

/** Lists a user's newest alerts, without those about accounts that the user may no longer read. */
export async function listUserAlerts(db: Database, userId: string, readable: readonly AccountId[]): Promise<Alert[]> {
  const rows = await selectReadable(db, userId, readable)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('alert_id')
    .limit(maxListedAlerts)
    .execute();
  return rows.map((row) => ({
    id: row.alert_id,
    accountId: row.account_id,
    kind: row.kind,
    day: row.day,
    sentence: row.sentence,
    step: alertSteps[row.kind],
    path: row.path,
    createdAt: row.created_at.toISOString(),
    isRead: row.read_at !== null,
  }));
}

export async function countUnread(db: Database, userId: string, readable: readonly AccountId[]): Promise<number> {
  const { unread } = await selectReadable(db, userId, readable)
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(unread);
}

function selectReadable(db: Database, userId: string, readable: readonly AccountId[]) {
  return db
    .selectFrom('alert')
    .where('user_id', '=', userId)
    .where(sql<boolean>`(account_id is null or account_id = any(${sql.val(readable)}::text[]))`);
}

/** Marks the given alerts as read; null marks all the user's alerts. */
export async function markRead(
  db: Database | Transaction,
  userId: string,
  { alertIds, now }: { alertIds: readonly string[] | null; now: Date },
): Promise<void> {
  await db
    .updateTable('alert')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(alertIds !== null, (query) => query.where('alert_id', 'in', alertIds ?? []))
    .execute();
}

/** Leaves only a user's newest alerts unread. */
export async function markNewestUnread(
  transaction: Transaction,
  userId: string,
  { count, now }: { count: number; now: Date },
): Promise<void> {
  await markRead(transaction, userId, { alertIds: null, now });
  await transaction
    .updateTable('alert')
    .set({ read_at: null })
    .where('alert_id', 'in', (eb) =>
      eb
        .selectFrom('alert')
        .select('alert_id')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .limit(count),
    )
    .execute();
}

/** Returns when a user's login ends; null if it does not, or has ended early. */
export async function findLoginEnd(db: Database, userId: string): Promise<Date | null> {
  const login = await db
    .selectFrom('meta_connection')
    .select(sql<Date | null>`least(expires_at, data_access_expires_at)`.as('ends_at'))
    .where('user_id', '=', userId)
    .where('broken_at', 'is', null)
    .executeTakeFirst();
  return login?.ends_at ?? null;
}

export interface SyncTimes {
  /** Time when the first sync was complete. */
  initializedAt: Date | null;
  lastSyncAt: Date | null;
}

export async function listSyncTimes(
  db: Database,
  accountIds: readonly AccountId[],
): Promise<Map<AccountId, SyncTimes>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('sync_state')
    .select(['account_id', 'initialized_at', 'last_sync_at'])
    .where('account_id', 'in', accountIds)
    .execute();
  return new Map(
    rows.map((row) => [row.account_id, { initializedAt: row.initialized_at, lastSyncAt: row.last_sync_at }]),
  );
}

/** Deletes users' alerts about an account, and their choice for it. */
export async function deleteAccountAlerts(transaction: Transaction, accountId: AccountId): Promise<void> {
  await transaction.deleteFrom('alert').where('account_id', '=', accountId).execute();
  await transaction.deleteFrom('alert_choice').where('account_id', '=', accountId).execute();
}

export function deleteOldAlerts(db: Database, now: Date): Promise<number> {
  return deleteBatch(db, 'alert', sql`created_at < ${new Date(now.getTime() - retentionMillis)}`);
}
