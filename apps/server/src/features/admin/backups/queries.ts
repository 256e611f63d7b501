import { randomUUID } from 'node:crypto';
import type { BackupTrial } from '@tidemark/contract';
import { sql, type Selectable } from 'kysely';
import { recordBackup } from '../../../database/backup/last-backup.ts';
import type { Database, Transaction } from '../../../database/database.ts';
import type { AdminTables } from '../../../database/tables/admin.ts';
import { dueRows } from '../../../platform/work/due-rows.ts';

export type BackupRow = Selectable<AdminTables['scheduled_backup']>;
export type KeptRow = Awaited<ReturnType<typeof listKept>>[number];

/** Extended while the backup is being made. */
export const claimMillis = 5 * 60_000;

export const dueBackups = dueRows({
  table: 'scheduled_backup',
  key: 'backup_id',
  due: 'next_attempt_at',
  attempts: 'attempts',
  error: 'error',
  waits: sql`finished_at is null`,
  claimMillis,
  retry: { first: 15 * 60_000, max: 2 * 3_600_000 },
});

/**
 * Makes a backup due, unless there is one since `dueAt`. One that is still to be made is for the new time then: an outage
 * does not cause several. An empty installation has nothing to back up.
 */
export async function scheduleBackup(db: Database, { dueAt, now }: { dueAt: Date; now: Date }): Promise<void> {
  const { rows } = await sql`select from scheduled_backup where due_at >= ${dueAt} limit 1`.execute(db);
  if (rows.length > 0) return;
  await sql`with moved as (
      update scheduled_backup set due_at = ${dueAt} where finished_at is null and due_at < ${dueAt} returning 1)
    insert into scheduled_backup (backup_id, due_at, next_attempt_at)
      select ${randomUUID()}, ${dueAt}, ${now} where not exists (select from moved) and exists (select from app_user)
      on conflict do nothing`.execute(db);
}

/** Makes a backup due now: a new one, or the one that waits for another attempt. */
export async function requestBackup(db: Database | Transaction, now: Date): Promise<void> {
  await dueBackups.backlog.retry(db, now);
  await db
    .insertInto('scheduled_backup')
    .values({ backup_id: randomUUID(), due_at: now, next_attempt_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Forgets a backup that nobody will make, because BACKUP_DIR is no longer set. */
export async function cancelBackup(db: Database): Promise<void> {
  await db.deleteFrom('scheduled_backup').where('finished_at', 'is', null).where('file', 'is', null).execute();
}

/** Changes a claimed backup, in the database and in `row`; false if another process has claimed it since. */
export async function updateClaimed(
  db: Database | Transaction,
  row: BackupRow,
  changes: Partial<BackupRow>,
): Promise<boolean> {
  const updated = await db
    .updateTable('scheduled_backup')
    .set(changes)
    .where('backup_id', '=', row.backup_id)
    .where('next_attempt_at', '=', row.next_attempt_at)
    .where('finished_at', 'is', null)
    .returning('backup_id')
    .executeTakeFirst();
  if (updated) Object.assign(row, changes);
  return updated !== undefined;
}

interface Finished {
  startedAt: Date;
  finishedAt: Date;
  bytes: number;
  trial: BackupTrial;
  problem: string | null;
}

/** Records a complete backup; one that failed its trial does not count for monitoring. */
export async function finishBackup(
  db: Database,
  row: BackupRow,
  { startedAt, finishedAt, bytes, trial, problem }: Finished,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const changes = { finished_at: finishedAt, bytes, trial, trial_problem: problem, error: null, failed_at: null };
    if (!(await updateClaimed(transaction, row, changes))) return false;
    if (trial !== 'failed') await recordBackup(transaction, { startedAt, finishedAt });
    return true;
  });
}

export function findOpen(db: Database): Promise<BackupRow | undefined> {
  return db.selectFrom('scheduled_backup').selectAll().where('finished_at', 'is', null).executeTakeFirst();
}

/** Lists finished backups, newest first. */
export function listKept(db: Database) {
  return db
    .selectFrom('scheduled_backup')
    .select(['backup_id', 'file', 'finished_at', 'bytes', 'trial', 'trial_problem'])
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .$narrowType<{ file: string; finished_at: Date; bytes: number; trial: BackupTrial }>()
    .execute();
}

export async function forgetBackup(db: Database, { backup_id: backupId }: { backup_id: string }): Promise<void> {
  await db.deleteFrom('scheduled_backup').where('backup_id', '=', backupId).execute();
}
