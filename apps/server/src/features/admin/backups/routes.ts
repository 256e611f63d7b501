import { dayMillis, listBackups, requestBackup as requestBackupEndpoint } from '@tidemark/contract';
import type { Config } from '../../../config/config.ts';
import { findLastBackup } from '../../../database/backup/last-backup.ts';
import type { Database } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import { audited, type AuditLog } from '../../audit/index.ts';
import { findOpen, type BackupRow, type KeptRow, listKept, requestBackup } from './queries.ts';
import { findDueTime } from './rules.ts';

export interface BackupRouteDeps {
  db: Database;
  audit: AuditLog;
  clock: Clock;
  config: Pick<Config, 'backups'>;
  /** Starts the work now, if this process does it. */
  wakeBackups(): void;
}

/** Tells operators whether they are covered, and makes a backup due. */
export function backupRoutes({ db, audit, clock, config: { backups }, wakeBackups }: BackupRouteDeps) {
  return [
    route(listBackups, async () => {
      const now = clock();
      const [open, kept, backedUpAt] = await Promise.all([findOpen(db), listKept(db), findLastBackup(db)]);
      return {
        at: now.toISOString(),
        schedule: backups && {
          folder: backups.folder,
          keep: backups.keep,
          nextAt: findNext(open, backups.minuteOfDay, now).toISOString(),
          isRunning: open !== undefined && isRunning(open, now),
        },
        failure:
          open?.failed_at && open.error !== null ? { at: open.failed_at.toISOString(), message: open.error } : null,
        kept: kept.map((row) => toBackup(row)),
        backedUpAt: backedUpAt?.toISOString() ?? null,
      };
    }),

    route(requestBackupEndpoint, async ({ viewer, requestId, ip }) => {
      if (!backups) throw new ApiError('backups_not_configured');
      const entry = {
        actorId: viewer.userId,
        action: 'backup.requested',
        target: 'backups',
        change: {},
        requestId,
        ip,
      };
      await audited(audit, entry, (transaction) => requestBackup(transaction, clock()));
      wakeBackups();
      return { success: true as const };
    }),
  ];
}

/** True while a process makes it; false if that process was killed. */
function isRunning({ file, next_attempt_at: claimedUntil }: BackupRow, now: Date): boolean {
  return file !== null && claimedUntil > now;
}

function findNext(open: BackupRow | undefined, minuteOfDay: number, now: Date): Date {
  if (!open) return new Date(findDueTime(minuteOfDay, now).getTime() + dayMillis);
  return isRunning(open, now) ? open.due_at : open.next_attempt_at;
}

function toBackup({ file, finished_at: finishedAt, bytes, trial, trial_problem: problem }: KeptRow) {
  return { file, finishedAt: finishedAt.toISOString(), bytes, trial, problem };
}
